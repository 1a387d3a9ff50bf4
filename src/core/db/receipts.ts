import { promisifyRequest } from 'idb-keyval'
import { decrypt, encrypt } from '../crypto/cipher.ts'
import { isEncrypted, keyOf, LockedError, openDossier } from '../crypto/keyring.ts'
import { needDisk } from './connection.ts'
import { readTogether, transact, writeTogether } from './database.ts'
import {
  deviceKey,
  deviceMac,
  deviceStore,
  entriesIn,
  type KeptReceipt,
  type Key,
} from './device-store.ts'
import type { Dossier } from './dossier.ts'
import { listMine } from './dossiers.ts'
import { isErased } from './erase.ts'
import { knownMode } from './shared-mode.ts'

/** Saved copies of receipts: one for each student, saved because the student asked for it. */

/** The student to whom the receipt belongs. */
export interface Holder {
  matricule: string
  prenom: string
  nom: string
}

export interface Copy extends Holder {
  key: Key<KeptReceipt>
  at: number
  file: Uint8Array<ArrayBuffer>
}

/** Stands for the dossier id where the receipt belongs to no dossier of this device. */
const nobodys = '-'
const lineEnd = 10

const keyFor = (dossier: string) => (isEncrypted(dossier) ? keyOf(dossier) : deviceKey())

/** The dossier that a copy belongs to; undefined on a shared device if that dossier is not open. */
export async function ownerOf(
  matricule: string,
): Promise<Pick<Dossier, 'id' | 'answers'> | undefined> {
  const { mine } = await listMine()
  const own = mine.find(({ answers }) => answers.matricule === matricule)
  return own ?? ((await knownMode()) === 'shared' ? undefined : { id: nobodys, answers: {} })
}

/**
 * Replaces an older copy of the same student.
 * @throws LockedError if nothing may be stored: on a shared device the dossier must be open
 */
export async function keepReceipt(
  matricule: string,
  file: Uint8Array<ArrayBuffer>,
  now: number,
): Promise<void> {
  needDisk()
  const owner = await ownerOf(matricule)
  if (!owner) throw new LockedError('Nothing is kept without a dossier that is open.')
  const { id, answers } = owner
  const holder: Holder = { matricule, prenom: answers.prenom ?? '', nom: answers.nom ?? '' }
  const key = await keyFor(id)
  const mac = await deviceMac(`receipt/${matricule}`)
  const name = deviceStore.receipt(id, mac)
  const line = new TextEncoder().encode(`${JSON.stringify(holder)}\n`)
  const bytes = new Uint8Array(await new Blob([line, file]).arrayBuffer())
  const kept: KeptReceipt = { at: now, encrypted: await encrypt(key, name, bytes) }
  await transact(['device', 'dossiers'], async ({ device, dossiers }) => {
    const isGone = isEncrypted(id) && (await promisifyRequest(dossiers.count(id))) === 0
    if (isGone || isErased()) throw new LockedError('It was erased meanwhile.')
    for (const older of await promisifyRequest(device.getAllKeys(deviceStore.allReceipts())))
      if (String(older).endsWith(`/${mac}`)) device.delete(older)
    device.put(kept, name)
  })
}

/** The newest first; on a shared device only those of the open dossier. */
export async function listReceipts(): Promise<Copy[]> {
  const isShared = (await knownMode()) === 'shared'
  const open = openDossier()
  if (isShared && !open) return []
  const range = isShared && open ? deviceStore.receiptsOf(open) : deviceStore.allReceipts()
  const kept = await readTogether(['device'], ({ device }) => entriesIn<KeptReceipt>(device, range))
  // A copy that can't be decrypted stays on the disk and does not hide the others.
  const copies = await Promise.all(
    kept.map(([key, receipt]) => decrypted(key, receipt).catch((): undefined => undefined)),
  )
  return copies.filter(copy => copy !== undefined).sort((a, b) => b.at - a.at)
}

/** Whether the dossier has a saved copy; decrypts nothing. */
export function hasReceipt(dossier: string): Promise<boolean> {
  return transact(['device'], async ({ device }) => {
    return (await promisifyRequest(device.count(deviceStore.receiptsOf(dossier)))) > 0
  })
}

async function decrypted(key: Key<KeptReceipt>, { at, encrypted }: KeptReceipt): Promise<Copy> {
  const bytes = await decrypt(await keyFor(key.split('/')[1] ?? ''), key, encrypted)
  const end = bytes.indexOf(lineEnd)
  const holder = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Holder
  return { ...holder, key, at, file: bytes.slice(end + 1) }
}

export function eraseReceipt(name: Copy['key']): Promise<void> {
  return writeTogether(['device'], ({ device }) => {
    device.delete(name)
  })
}

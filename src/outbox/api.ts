import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { uploadLimitOf } from '../core/api/announced.ts'
import { endpoints, type WaitingEndpoint, type Waits } from '../core/api/endpoints.ts'
import type { Bases } from '../core/api/settings.ts'
import { digestOf } from '../core/crypto/cipher.ts'
import { isEncrypted, LockedError } from '../core/crypto/keyring.ts'
import { transact } from '../core/db/database.ts'
import type { Dossier } from '../core/db/dossier.ts'
import { eraseDossier, eraseEverything } from '../core/db/erase.ts'
import { letGoFirst } from '../core/db/let-go.ts'
import { isUnchanged } from '../core/db/revision.ts'
import { currentMode } from '../core/db/shared-mode.ts'
import { type SourceFile, sourceFileKey } from '../core/db/source-files.ts'
import { decryptItem, encryptBody, encryptItem, encryptWords } from './encrypt-items.ts'
import { type Item, needsCode, type Request, type RequestKey } from './item.ts'
import { announce, itemsIn, putItem } from './items.ts'
import { addWords, deleteItems, hurryItems, record, releaseItems } from './store.ts'

/**
 * All that a screen may do with the outbox. When a function resolves, the change is on the disk and
 * announced to every tab. Encryption under a student's code is in encrypt-dossier.ts, reading in
 * items.ts.
 */

const tellTabs = () => announce({ kind: 'changed' })

/**
 * Commits a request to the disk, in place of an older one with its request key. The same bytes are
 * not sent anew while they are on their way (a button may be pressed twice); nor is an accepted
 * photo.
 * @returns false, with nothing changed, when another file came meanwhile, in any tab, or the
 * dossier was transferred
 * @throws ValiError for a body that its row does not take; DOMException when the device has no room
 * or no database; LockedError for an unencrypted dossier on a shared device: nothing has changed
 * then
 */
export async function queueRequest<E extends WaitingEndpoint>(
  request: Request<E>,
  now: number,
): Promise<boolean> {
  const encrypted = isEncrypted(request.dossier)
  if (!encrypted && currentMode() === 'shared')
    throw new LockedError('Nothing waits in the clear any more.')
  const { base, takes, waits }: { base: keyof Bases; takes: v.GenericSchema; waits: Waits } =
    endpoints[request.endpoint]
  const limits = uploadLimitOf(base)
  v.parse(takes, request.body)
  const body = JSON.stringify(request.body)
  const bytes = new TextEncoder().encode(body)
  const made: Item = {
    id: crypto.randomUUID(),
    shape: 1,
    dossier: request.dossier,
    requestKey: request.requestKey,
    endpoint: waits.as,
    digest: await digestOf(bytes),
    bytes: bytes.byteLength,
    ...(request.gzippedBytes === undefined ? {} : { gzippedBytes: request.gzippedBytes }),
    ...(request.fingerprint ? { fingerprint: request.fingerprint } : {}),
    ...(limits ? { limits } : {}),
    state: 'waiting',
    attempts: 0,
    notBefore: now,
    createdAt: now,
  }
  const { madeFrom, revision, edits } = request
  const item = encrypted ? await encryptItem(made) : made
  const payload = encrypted ? await encryptBody(item.id, body) : body
  const { kept, asked } = await transact(
    ['queue', 'payloads', 'sourceFiles', 'dossiers'],
    async stores => {
      const owner: Pick<Dossier, 'transferred'> | undefined = await promisifyRequest(
        stores.dossiers.get(item.dossier),
      )
      // The student erased the dossier while the photo was being prepared: the request is not
      // wanted any more.
      if (encrypted && !owner) return replaced(false)
      if (madeFrom && (revision ?? edits) !== undefined) {
        // The other device prepares this source file; it stays here too, should the dossier be
        // taken back.
        if (owner?.transferred) return replaced(false)
        const picked = stores.sourceFiles.get(sourceFileKey(item.dossier, madeFrom))
        const sourceFile: SourceFile | undefined = await promisifyRequest(picked)
        if (edits === undefined ? !isUnchanged(request, sourceFile) : sourceFile !== undefined)
          return replaced(false)
      }
      const items = await itemsIn(stores.queue)
      const older = items.filter(
        ({ dossier, requestKey }) => dossier === item.dossier && requestKey === item.requestKey,
      )
      if (edits !== undefined && !older.some(({ id }) => id === edits)) return replaced(false)
      if (madeFrom) stores.sourceFiles.delete(sourceFileKey(item.dossier, madeFrom))
      const stands = ({ state, trouble }: Item) =>
        waits.repeats
          ? state === 'waiting' && !trouble
          : state !== 'refused' && trouble?.kind !== 'unread'
      if (older.some(old => old.digest === item.digest && stands(old))) return replaced(true)
      deleteItems(stores, older)
      putItem(
        stores.queue,
        older.reduce(
          (newer, old) => pausedLike(old, after(old, newer)),
          owner?.transferred ? { ...item, held: true } : item,
        ),
      )
      stores.payloads.put(payload, item.id)
      return replaced(true, older)
    },
  )
  // The request is kept by now, even if its words cannot be written.
  if (encrypted && asked) await addWordsOf(asked, item.id).catch(error => reportError(error))
  if (kept) tellTabs()
  return kept
}

/** Whether the request is kept, and which replaced item had waited for a code. */
const replaced = (kept: boolean, older: readonly Item[] = []) => ({
  kept,
  asked: older.find(needsCode),
})

/**
 * In an encrypted dossier the provider's words are encrypted for one item: the new item needs its
 * own copy.
 */
async function addWordsOf(asked: Item, id: string): Promise<void> {
  const { reply } = await decryptItem(asked)
  if (reply?.msg) await addWords(id, await encryptWords(id, reply.msg))
}

/** A clock that was set back makes no newer item older than what it replaces. */
const after = (old: Item, item: Item): Item => ({
  ...item,
  createdAt: Math.max(item.createdAt, old.createdAt + 1),
})

/**
 * The new item inherits the pause that the provider asked for, also when the network comes back;
 * and the provider's question for a code, which would only be asked once more.
 */
function pausedLike(old: Item, item: Item): Item {
  const { trouble, notBefore, code, reply } = old
  if (code && needsCode(old)) return { ...item, code, ...(reply ? { reply } : {}) }
  const ordered =
    trouble?.kind === 'http' && trouble.retryAfter !== undefined && notBefore > item.notBefore
  return ordered ? { ...item, trouble, notBefore } : item
}

/** Withdraws the request with this key, unless the provider has accepted it. */
export function withdrawRequest(dossier: string, requestKey: RequestKey): Promise<void> {
  return deleteWhere(
    [`${dossier}/${requestKey}`],
    item => item.dossier === dossier && item.requestKey === requestKey && item.state !== 'accepted',
  )
}

/** Forgets the answers to these items, except for those that are still to be sent. */
export function forgetItems(items: readonly Item[]): Promise<void> {
  return deleteWhere(
    items.map(({ dossier, requestKey }) => `${dossier}/${requestKey}`),
    ({ id, state }) => state !== 'waiting' && items.some(item => item.id === id),
  )
}

async function deleteWhere(
  owners: readonly string[],
  matches: (item: Item) => boolean,
): Promise<void> {
  const forget = () =>
    transact(['queue', 'payloads'], async stores =>
      deleteItems(stores, (await itemsIn(stores.queue)).filter(matches)),
    )
  await letGoFirst(({ store, owner }) => store !== 'sourceFiles' && owners.includes(owner), forget)
  tellTabs()
}

/** Its body is lost: the student is to give it again, and need not wait for a network to learn it. */
export async function giveUpDamaged(id: Item['id'], now: number): Promise<void> {
  await record(id, { kind: 'failed', problem: { kind: 'damaged' }, chance: 0 }, now)
  tellTabs()
}

/** Sends a refused or pausing item again, unchanged. */
export async function sendAgain(id: Item['id'], now: number): Promise<void> {
  await record(id, { kind: 'resent' }, now)
  tellTabs()
}

/**
 * The provider has accepted the code that it asked of this dossier: the items that wait for it are
 * sent.
 */
export async function goOnWithCode(dossier: string, now: number): Promise<void> {
  await transact(['queue'], ({ queue }) => releaseItems(queue, dossier, now))
  tellTabs()
}

/**
 * The network is back. Announced also where the disk can't be written, so that every tab looks
 * again.
 */
export const hurry = (now: number): Promise<void> => hurryItems(now).finally(tellTabs)

/** Erases a dossier from this device: see `eraseDossier`. */
export const erase = (dossier: string, all: boolean): Promise<void> =>
  eraseDossier(dossier, all).then(tellTabs)

/** Erases the data of every student on this device. */
export const eraseDevice = (): Promise<void> => eraseEverything().then(tellTabs)

import { LockedError } from '../../core/crypto/keyring.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import { listMine } from '../../core/db/dossiers.ts'
import { keptSourceFiles } from '../../core/db/source-files.ts'
import { type Contents, contentsOf } from '../../outbox/contents.ts'
import { cancelExport, exportContents } from '../../outbox/export.ts'
import { type Item, isDocument } from '../../outbox/item.ts'
import { itemsOf } from '../../outbox/items.ts'
import { westernDigits } from '../../spec/digits.ts'
import { encryptAnswers, encryptPackage } from './format.ts'
import { asOnAnyDevice } from './merge.rule.ts'
import type { PackageItem, TransferPackage } from './schema.ts'

/** A dossier that can be sent from this device. */
export interface Own {
  dossier: Dossier
  /** Photos that the provider has accepted. */
  sent: number
  /** Photos that it has not, prepared or not. */
  waiting: number
  /** Nothing waits: only its answers have to travel. */
  light: boolean
}

/** The newest first; dossiers without an answer or a photo are left out. */
export async function ownDossiers(): Promise<Own[]> {
  const { mine } = await listMine()
  const own = await Promise.all(mine.map(look))
  return own.filter(
    ({ dossier, sent, waiting }) => Object.keys(dossier.answers).length + sent + waiting > 0,
  )
}

async function look(dossier: Dossier): Promise<Own> {
  const [items, sourceFiles] = await Promise.all([itemsOf(dossier.id), keptSourceFiles(dossier.id)])
  const open = items.filter(({ state }) => state !== 'accepted').map(({ requestKey }) => requestKey)
  return {
    dossier,
    sent: items.filter(({ requestKey, state }) => isDocument(requestKey) && state === 'accepted')
      .length,
    waiting: new Set([...open.filter(isDocument), ...sourceFiles]).size,
    light: open.length + sourceFiles.length === 0,
  }
}

/**
 * Characters that can't be confused when a student reads them on one screen and types them on
 * another.
 */
const signs = '34679ACDEFGHJKMNPQRTWXY'
const length = 6

/**
 * The confirmation code that the receiving device shows for the sending one. Only a device that has
 * decrypted the package can compute it, and it differs if any answer, photo or request has changed
 * on the sending device since.
 */
export async function confirmationCodeOf({
  dossier,
  items,
  files,
}: TransferPackage): Promise<string> {
  const content = [
    Object.entries(dossier.answers).map(String).sort(),
    items
      .flatMap(item =>
        item.state === 'accepted' ? [item.requestKey] : isNeeded(item) ? [item.id] : [],
      )
      .sort(),
    files.map(({ document, revision }) => `${document}/${revision}`).sort(),
  ]
  const text = new TextEncoder()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey(
    'raw',
    text.encode(dossier.transferred.id),
    hmac,
    false,
    ['sign'],
  )
  const mac = new Uint8Array(
    await crypto.subtle.sign('HMAC', key, text.encode(JSON.stringify(content))),
  )
  return Array.from(mac.subarray(0, length), byte => signs[byte % signs.length]).join('')
}

/** A refused short call is left out: it is made again from the answers. */
export const isNeeded = ({
  state,
  requestKey,
}: Pick<PackageItem, 'state' | 'requestKey'>): boolean =>
  state === 'waiting' || (state === 'refused' && isDocument(requestKey))

/** The code without blanks and in capitals, however the student typed it. */
export const normalizeConfirmationCode = (typed: string): string =>
  westernDigits(typed)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')

export interface PackageFile {
  bytes: Uint8Array<ArrayBuffer>
  /** For the download; contains no personal data. */
  name: string
  /** The package's id. */
  id: string
}

/**
 * Makes one file of a dossier. First marks it as transferred, so that this device sends nothing of
 * it any more: a running request is aborted, or its reply awaited, which may take minutes. A second
 * call makes another file; only the last file's arrival can be confirmed.
 * @throws LockedError when the dossier is not there, or encrypted and not open
 */
export async function exportDossier(
  dossier: string,
  code: string,
  now: number,
): Promise<PackageFile> {
  const pkg = await markAndPack(dossier, now)
  const name = `dossier-${new Date(now).toISOString().slice(0, 10)}.dossier`
  return { bytes: await encryptPackage(pkg, code), name, id: pkg.dossier.transferred.id }
}

/**
 * Only the answers, as text for an address. Refused where a photo or a call waits: those need the
 * file.
 */
export async function exportAnswers(
  dossier: string,
  code: string,
  now: number,
): Promise<{ text: string; id: string } | { refused: 'photos' }> {
  const before = await contentsOf(dossier)
  if (!before || needsFile(packageOf(before))) return { refused: 'photos' }
  const pkg = await markAndPack(dossier, now)
  if (!needsFile(pkg))
    return { text: await encryptAnswers(pkg, code), id: pkg.dossier.transferred.id }
  // Another tab has added a photo or a call meanwhile: undo the transfer.
  if (!before.dossier.transferred) await cancelExport(dossier)
  return { refused: 'photos' }
}

const needsFile = ({ items, files }: TransferPackage) => files.length > 0 || items.some(isNeeded)

/**
 * Whether the code that the student typed proves that the whole dossier has arrived on the other
 * device.
 */
export async function confirmArrival(dossier: string, typed: string): Promise<boolean> {
  const contents = await contentsOf(dossier)
  return (
    contents?.dossier.transferred !== undefined &&
    normalizeConfirmationCode(typed) === (await confirmationCodeOf(packageOf(contents)))
  )
}

async function markAndPack(dossier: string, now: number): Promise<TransferPackage> {
  // 72 random bits can't be guessed, and are short enough for the QR code.
  const id = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(9))))
  const contents = await exportContents(dossier, { at: now, id })
  if (!contents) throw new LockedError('This dossier is not there any more.')
  return packageOf(contents)
}

function packageOf({ dossier, items, files }: Contents): TransferPackage {
  const served = items.some(({ item }) => item.requestKey === 'code' && item.state === 'accepted')
  const whole = asOnAnyDevice(dossier) as TransferPackage['dossier']
  return {
    dossier: served ? withoutCode(whole) : whole,
    items: items
      // What the disk has damaged is given again on the other device.
      .filter(({ item, body }) => item.state === 'accepted' || body !== undefined)
      .map(({ item, body }) => ({ ...withoutCodesDigest(item), body })),
    files,
  }
}

/**
 * The worker may have sent the code, and no wizard was open since that would have taken it from the
 * answers.
 */
function withoutCode({ answers: { otp: _, ...answers }, ...dossier }: TransferPackage['dossier']) {
  return { ...dossier, answers }
}

/**
 * Four digits are found from their digest by trying all; once the code has served, nothing is
 * compared with it.
 */
function withoutCodesDigest(item: Item): PackageItem {
  if (item.requestKey !== 'code' || item.state !== 'accepted') return item
  const { digest: _, ...rest } = item
  return rest
}

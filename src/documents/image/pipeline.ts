import { type Ceiling, ceilingOf, finerFor, mostFiner, wireOf } from './ceilings.ts'
import { blank, deskSide, drawEdited, finer } from './draw.ts'
import { findingsIn } from './findings.ts'
import { fingerprintOf, isLike, type Luma } from './fingerprint.ts'
import {
  type Corners,
  eighthsOf,
  inPixels,
  longSide,
  type Size,
  sheetSize,
  upright,
} from './geometry.ts'
import { withoutMetadata } from './jpeg.ts'
import { judgePhoto } from './judge.ts'
import { comeBack, known } from './known-pixels.ts'
import { type Look, look, lumaIn, measure } from './look.ts'
import type { Engine, Job, Order, PhotoFacts, Prepared, PreparedPhoto } from './photo.ts'
import type { Picture, Platform, Sheet } from './platform.ts'
import { isWholePng } from './png.ts'
import type { Reduced } from './reduced.ts'
import { limitFor, type Shrunk, shrinkByPackage, shrinkByPlatform } from './shrink.ts'

interface Chosen {
  bytes: Uint8Array
  source: Blob
  facts: PhotoFacts
  order: Order
  /** How much finer the picture is made, for a sheet that is small in it. */
  detail?: number
}
type Seen = Pick<PreparedPhoto, 'advice' | 'corners' | 'fingerprint'>
interface Made extends Shrunk {
  engine: Engine
}

/** Size of the part that is cut out of the source picture. */
const cutOf = (facts: PhotoFacts, corners: Corners | null | undefined): Size =>
  corners ? sheetSize(inPixels(corners, upright(facts))) : upright(facts)

function ceilingFor({ facts, order: { shape, economy, edit, most }, detail = 1 }: Chosen): Ceiling {
  const ceiling = ceilingOf(shape, { economy, cropped: edit?.corners !== undefined })
  const bytes = Math.min(ceiling.bytes, most ?? ceiling.bytes)
  return { ...ceiling, bytes, side: longSide(ceiling.side, cutOf(facts, edit?.corners)) * detail }
}

/**
 * The orientations in which phones are held. For the others, the code cannot tell if a browser has
 * put them upright.
 */
const held = [1, 3, 6, 8]

/**
 * Only a JPEG can be decoded at a reduced size. Straightening needs finer pixels than that size has,
 * and so does a sheet that turns out to be small in its picture.
 */
function reducedFor(chosen: Chosen): Reduced | undefined {
  const { facts, order } = chosen
  if (facts.format !== 'jpeg' || !held.includes(facts.orientation)) return undefined
  const { edit, shape } = order
  const corners = edit?.corners
  const more = corners ? finer : edit || shape === 'portrait' ? 1 : mostFiner
  const enough = ceilingFor(chosen).side * more
  const { width, height, orientation } = facts
  return { width, height, orientation, eighths: eighthsOf(cutOf(facts, corners), enough) }
}

/** A card on a wide table is not shrunk with its table. */
function detailFor({ facts, order: { shape, economy, edit } }: Chosen, { outline }: Look): number {
  const corners = outline?.corners
  if (edit || !corners) return 1
  const [sheet, all] = [cutOf(facts, corners), upright(facts)]
  const part = Math.max(sheet.width, sheet.height) / Math.max(all.width, all.height)
  return finerFor(shape, economy, part)
}

/** Advice judges the photo that will be sent; the fingerprint is that of the whole picture. */
function inspect(
  desk: Sheet,
  { whole, outline }: Look,
  picture: Picture,
  sheet: Sheet,
  { facts, order }: Chosen,
): Seen & { luma: Luma } {
  const { edit } = order
  const corners = outline?.corners ?? null
  const { width, height } = cutOf(facts, edit?.corners ?? corners)
  const measured = edit
    ? measure(desk, sheet, null, cutOf(facts, edit.corners))
    : measure(desk, picture, outline, upright(facts))
  return {
    advice: findingsIn(measured, order, Math.max(width, height)),
    corners,
    fingerprint: fingerprintOf(whole),
    luma: edit ? lumaIn(desk, sheet) : whole,
  }
}

/**
 * Upright, simple and unedited: the source bytes may be sent if they are fewer than the bytes made
 * here.
 */
const mayTravel = ({ facts, order }: Chosen): boolean =>
  facts.orientation === 1 && facts.isSimple && !order.edit

function shrink(platform: Platform, sheet: Sheet, chosen: Chosen): Promise<Made> {
  const { source, order } = chosen
  const { edit, lead } = order
  const most = mayTravel(chosen) ? Number.POSITIVE_INFINITY : chosen.bytes.length
  const limit = limitFor(ceilingFor(chosen), most)
  const byPlatform = async (): Promise<Made> => ({
    ...(await shrinkByPlatform(platform, sheet, limit)),
    engine: 'platform',
  })
  const byPackage = async (): Promise<Made> => {
    const image = edit ? await sheet.encode('image/jpeg', 0.95) : source
    return { ...(await shrinkByPackage(platform, image, limit)), engine: 'package' }
  }
  const [first, second] = lead === 'platform' ? [byPlatform, byPackage] : [byPackage, byPlatform]
  return first().catch(second)
}

const finish = (photo: Omit<PreparedPhoto, 'wire'>): Prepared => ({
  ok: true,
  photo: { ...photo, wire: wireOf(photo.bytes.length) },
})

// A page is as wide as the long picture that it is part of: two thirds of its height, or a little
// more.
const narrowest = 2 / 3

/** Whether the bytes did not suffice for what is printed in a picture longer than any screen. */
const isTooLong = (made: Size, { smallestSide }: Order): boolean =>
  longSide(1, made) > 1.1 && Math.min(made.width, made.height) < smallestSide * narrowest

/** The source bytes without their metadata. */
function asChosen({ bytes, facts }: Chosen, seen: Seen): Prepared {
  const { format, width, height } = facts
  return finish({
    ...seen,
    bytes: withoutMetadata(bytes, facts),
    format,
    width,
    height,
    engine: 'original',
  })
}

/**
 * A valid picture that this browser cannot decode or draw: the source file is sent rather than
 * nothing.
 */
const unseen: Seen = { advice: [{ is: 'notChecked' }], corners: null, fingerprint: '' }

/** Known pixels, on a sheet of that size, are encoded and decoded. */
async function isHonest(platform: Platform, size: Size): Promise<boolean> {
  const { pen, encode, release } = blank(platform, size)
  const decode = async (picture: Blob) => (await platform.decode(picture)).image
  return comeBack(pen, () => encode('image/jpeg', 0.9), decode).finally(release)
}

// In pixels of its longest side: enough to tell noise from a picture.
const proofSide = 512
// No photo loses more of its width to the bytes that it may take: measured, 0.74 on rough ground.
const leastOfPhoto = 2 / 3

/** Whether a JPEG of our own shows what was seen of its source. */
async function shows(
  platform: Platform,
  desk: Sheet,
  { blob, width, height }: Shrunk,
  sheet: Size,
  seen: Luma,
): Promise<boolean> {
  // Noise takes more bytes than any photo: a canvas that alters large pictures alone ends as a
  // small one.
  if (width < sheet.width * leastOfPhoto && !(await isHonest(platform, sheet))) return false
  const eighths = eighthsOf({ width, height }, longSide(proofSide, { width, height }))
  const picture = await platform.decode(blob, { width, height, orientation: 1, eighths })
  const isSame = isLike(lumaIn(desk, picture), seen)
  picture.release()
  return isSame
}

/** @throws Error also where this browser alters what it draws, to protect privacy */
async function make(platform: Platform, picture: Picture, given: Chosen): Promise<Prepared> {
  const { order } = given
  const desk = blank(platform, { width: deskSide, height: deskSide })
  try {
    const seen = look(desk, picture, order.shape)
    const chosen = { ...given, detail: detailFor(given, seen) }
    const sheet = drawEdited(platform, picture, ceilingFor(chosen).side, order.edit)
    const { luma, ...facts } = inspect(desk, seen, picture, sheet, chosen)
    picture.release()
    const made = await shrink(platform, sheet, chosen)
    sheet.release()
    const { blob, width, height, engine } = made
    if (mayTravel(chosen) && blob.size >= withoutMetadata(chosen.bytes, chosen.facts).length)
      return asChosen(chosen, facts)
    if (isTooLong(made, order)) facts.advice.push({ is: 'tooLong' })
    if (!(await shows(platform, desk, made, sheet, luma))) throw new Error('altered pixels')
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return finish({ ...facts, bytes, format: 'jpeg', width, height, engine })
  } finally {
    desk.release()
  }
}

/** Judges, decodes, looks, edits and shrinks one chosen file. */
export async function prepareWith(
  platform: Platform,
  { bytes: buffer, picture: whole, order }: Job,
): Promise<Prepared> {
  const bytes = new Uint8Array(buffer)
  const judged = judgePhoto(bytes)
  if (!judged.ok) return judged
  const truncated: Prepared = { ok: false, reason: 'truncated' }
  if (judged.format === 'png' && !(await isWholePng(bytes))) return truncated
  const source = whole.slice(0, whole.size, `image/${judged.format}`)
  const chosen: Chosen = { bytes, source, facts: judged, order }
  if (order.asItIs) return asChosen(chosen, unseen)
  // At once: the decoder is not this thread's.
  const [picture, isTrue] = await Promise.all([
    platform.decode(source, reducedFor(chosen)).catch(() => undefined),
    isHonest(platform, known).catch(() => false),
  ])
  if (!picture) return (await isAble(platform, judged)) ? truncated : asChosen(chosen, unseen)
  return (isTrue ? make(platform, picture, chosen) : Promise.reject()).catch((): Prepared => {
    picture.release()
    // What was edited is kept as it was: the whole would take the place of a photo that is lighter.
    return order.edit ? { ok: false, reason: 'altered' } : asChosen(chosen, unseen)
  })
}

/**
 * Tells whether the browser or the picture is at fault when decoding failed. A browser that has no
 * decoder or no memory for the picture can't decode an empty one of the same size either; if it
 * can, the picture is damaged.
 */
export async function isAble(platform: Platform, size: Size): Promise<boolean> {
  try {
    const sheet = platform.sheet(size)
    const empty = await sheet.encode('image/jpeg', 0.4)
    sheet.release()
    const picture = await platform.decode(empty)
    picture.release()
    return true
  } catch {
    return false
  }
}

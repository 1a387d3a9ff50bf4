import { ceilingOf } from './ceilings.ts'
import { cornersSide, type Pixels, suggestCorners } from './corners.ts'
import { drawMended, drawWhole } from './draw.ts'
import { fitInside } from './geometry.ts'
import { judgePhoto, type PhotoFacts } from './judge.ts'
import type { Engine, Job, Order, Prepared } from './photo.ts'
import type { Picture, Platform, Sheet } from './platform.ts'
import { adviseOn, fingerprintOf, type Luma, lookSide, lumaOf } from './quality.ts'
import { type Shrunk, shrinkByPackage, shrinkByPlatform } from './shrink.ts'
import { withoutMetadata } from './strip.ts'

const thumbnail = (platform: Platform, source: Picture | Sheet, side: number): Pixels => {
  const sheet = drawWhole(platform, source, fitInside(source, side))
  const { data, width, height } = sheet.pen.getImageData(0, 0, sheet.width, sheet.height)
  sheet.release()
  return { data, width, height }
}

const look = (platform: Platform, source: Picture | Sheet): Luma => {
  const { data, width, height } = thumbnail(platform, source, lookSide)
  return lumaOf(data, width, height)
}

/** A valid picture that this browser cannot decode: better the original, without its metadata, than nothing. */
const sendOriginal = (bytes: Uint8Array, facts: PhotoFacts): Prepared => {
  const { format, width, height } = facts
  const photo = { bytes: withoutMetadata(bytes, facts), format, width, height, fingerprint: '', corners: null }
  return { ok: true, photo: { ...photo, advice: ['notChecked'], engine: 'original' } }
}

type Made = Shrunk & { engine: Engine }

const shrink = async (platform: Platform, original: Blob, sheet: Sheet, order: Order): Promise<Made> => {
  const ceiling = ceilingOf(order.document, order.economy)
  const byPlatform = async (): Promise<Made> => ({
    ...(await shrinkByPlatform(platform, sheet, ceiling)),
    engine: 'platform' as const,
  })
  const byPackage = async (): Promise<Made> => {
    const source = order.mend ? await sheet.encode('image/jpeg', 0.95) : original
    return { ...(await shrinkByPackage(platform, source, ceiling)), engine: 'package' }
  }
  const [first, second] = order.lead === 'platform' ? [byPlatform, byPackage] : [byPackage, byPlatform]
  return first().catch(second)
}

/** Judges, decodes once, looks, mends and shrinks one chosen file. Never rejects. */
export const prepareWith = async (platform: Platform, { bytes: buffer, order }: Job): Promise<Prepared> => {
  const bytes = new Uint8Array(buffer)
  const judged = judgePhoto(bytes)
  if (!judged.ok) return judged
  const original = new Blob([buffer], { type: `image/${judged.format}` })
  const picture = await platform.decode(original).catch(() => undefined)
  if (!picture) return sendOriginal(bytes, judged)
  try {
    const ceiling = ceilingOf(order.document, order.economy)
    const sheet = drawMended(platform, picture, ceiling.side, order.mend)
    const whole = look(platform, picture)
    const subject = {
      document: order.document,
      format: judged.format,
      longestSide: Math.max(picture.width, picture.height),
    }
    const advice = adviseOn(order.mend ? look(platform, sheet) : whole, subject)
    // Nothing to crop on a portrait.
    const corners = order.document === 'photobuste' ? null : suggestCorners(thumbnail(platform, picture, cornersSide))
    picture.release()
    const { blob, width, height, engine } = await shrink(platform, original, sheet, order)
    sheet.release()
    const seen = { fingerprint: fingerprintOf(whole), advice, corners }
    // Already smaller than what we can make, upright, opaque and untouched: the student's own bytes go.
    const own = withoutMetadata(bytes, judged)
    if (own.length <= blob.size && judged.orientation === 1 && !judged.mayBeTransparent && !order.mend) {
      const { format, width: ownWidth, height: ownHeight } = judged
      return {
        ok: true,
        photo: { ...seen, bytes: own, format, width: ownWidth, height: ownHeight, engine: 'original' },
      }
    }
    return {
      ok: true,
      photo: { ...seen, bytes: new Uint8Array(await blob.arrayBuffer()), format: 'jpeg', width, height, engine },
    }
  } catch {
    picture.release()
    return sendOriginal(bytes, judged)
  }
}

import { blank } from './draw.ts'
import type { Size } from './geometry.ts'
import type { Platform } from './platform.ts'

/**
 * Whose fault it is that a picture could not be decoded: a browser that has no decoder or no memory for it can't decode
 * a white one of the same size either. Only one that can has found the picture itself to be damaged.
 */
export async function isAble(platform: Platform, size: Size): Promise<boolean> {
  try {
    const sheet = blank(platform, size)
    const white = await sheet.encode('image/jpeg', 0.4)
    sheet.release()
    const picture = await platform.decode(white)
    picture.release()
    return true
  } catch {
    return false
  }
}

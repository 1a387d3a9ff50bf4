/** EXIF's eight ways of holding the camera; 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Why a chosen file is not taken. Closed, so that a reason without its French sentence does not compile. */
export type PhotoRefusal =
  | 'empty'
  | 'tooLarge'
  | 'truncated'
  | 'notAPicture'
  | 'otherFormat'
  | 'gif'
  | 'webp'
  | 'heic'
  | 'svg'
  | 'pdf'
  | 'bomb'
  | 'zeroSized'

/** Width and height are the stored ones, before the orientation is applied; `end` is where the picture's own bytes stop. */
export type PhotoFacts = {
  format: 'jpeg' | 'png'
  width: number
  height: number
  orientation: Orientation
  /** Opaque, eight bits, grey or RGB: what every officer's viewer shows alike, so that it may travel as it is. */
  plain: boolean
  end: number
}

/** What decoding a picture will cost, as its headers tell before anything is decoded. */
export interface Load {
  pixels: number
  /** What has to lie in memory at once, since the picture is only whole at its end. */
  heldBytes: number
  /** Values that are gone through, as often as they are. */
  work: number
}

/** A picture without anything that is not needed to see it, and what it will cost to do so. */
export interface BarePicture {
  bytes: Buffer
  load: Load
}

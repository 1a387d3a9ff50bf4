/** The cost of decoding a picture, computed from its headers before anything is decoded. */
export interface Load {
  pixels: number
  /** Bytes that must be in memory at once because the picture is complete only at its end. */
  heldBytes: number
  /** Milliseconds of a processor that decoding may take, about. */
  workMs: number
}

/** A picture without unnecessary metadata, and the cost of decoding it. */
export interface BarePicture {
  bytes: Buffer
  load: Load
}

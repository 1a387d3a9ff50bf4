import type { Decoding } from '../../src/images/decoder.ts'

/** Stands for the processes that decode pictures, whose time is not the schedule's. */
declare const decodeHere: (bytes: Buffer) => Promise<Decoding>

export class Decoder {
  end = ''
  decode = (bytes: Buffer): Promise<Decoding> => decodeHere(bytes)
}

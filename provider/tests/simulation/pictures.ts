import { Buffer } from 'node:buffer'
import sharp from 'sharp'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { justNames, type Pictures, turned } from '../../../tests/model/pictures.ts'
import { decodesToItsEnd } from '../../src/images/decoding.ts'
import { barePng } from '../../src/images/png.ts'

export const pictureNames = ['photo 1', 'photo 2', 'photo 3', 'photo 4']
/** What is sent once more: its body does not say which document it is, so each has its own. */
export const againAs = (type: DocumentType) => `${type} again`

/** Pictures that are real, and so small that a part of one is a few bytes: one colour each. */
export class RealPictures implements Pictures {
  readonly #bytes = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly #names = new Map<string, string>()
  readonly #decoded = new Map<string, boolean>()

  static async make(): Promise<RealPictures> {
    const pictures = new RealPictures()
    for (const [index, name] of [...pictureNames, ...documentTypes.map(againAs)].entries()) {
      const background = { r: 25 * index, g: 255 - 25 * index }
      await pictures.#add(name, { ...background, b: 7 })
      await pictures.#add(turned(name), { ...background, b: 77 })
    }
    return pictures
  }

  async #add(name: string, background: { r: number; g: number; b: number }): Promise<void> {
    const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background } })
      .png()
      .toBuffer()
    const bare = barePng(bytes)?.bytes ?? bytes
    this.#bytes.set(name, new Uint8Array(bytes))
    for (const one of [bytes, bare]) this.#names.set(keyOf(one), name)
    this.#decoded.set(keyOf(bare), await decodesToItsEnd(bare))
  }

  bytesOf = (name: string): Uint8Array<ArrayBuffer> => this.#bytes.get(name) ?? justNames.bytesOf(name)

  nameOf = (bytes: Uint8Array): string => this.#names.get(keyOf(bytes)) ?? justNames.nameOf(bytes)

  /** What libvips said of it. */
  decodes = (bytes: Uint8Array): boolean => this.#decoded.get(keyOf(bytes)) ?? false
}

const keyOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

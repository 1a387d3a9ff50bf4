import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentType, documentTypes } from '../../../src/rules/documents.ts'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** The stand-in's photographs as they lie on its disk, past everything that it says of them. */
export class StoredPhotos {
  readonly #folder: string
  readonly #secret: Buffer

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'images')
    this.#secret = readFileSync(join(dataDir, 'secret'))
  }

  /** The digest that the request must have had which brought each stored photograph. */
  requestDigests(matricule: string): Map<DocumentType, string> {
    const found = new Map<DocumentType, string>()
    for (const file of readdirSync(this.#folder)) {
      const bytes = readFileSync(join(this.#folder, file))
      const digest = sha256(bytes)
      const type = documentTypes.find(candidate => this.#name(matricule, candidate, digest) === file)
      if (type) found.set(type, sha256(JSON.stringify({ matricule, type, image: bytes.toString('base64') })))
    }
    return found
  }

  /** As server/image-store.ts names them. */
  #name(matricule: string, type: string, digest: string): string {
    return createHmac('sha256', this.#secret).update(`image|${matricule}|${type}|${digest}`).digest('hex')
  }
}

import { createHash } from 'node:crypto'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { ask } from '../../server/setup/operator.ts'

/** Past all that the calls say of them: the digest that the request must have had which brought each stored photograph. */
export async function storedRequestDigests(dataDir: string, matricule: string): Promise<Map<DocumentType, string>> {
  const exported = await ask(dataDir, { name: 'export', matricule })
  const found = new Map<DocumentType, string>()
  for (const [name, bytes] of exported?.files ?? []) {
    const type = documentTypes.find(candidate => name.startsWith(`${candidate}.`))
    const body = JSON.stringify({ matricule, type, image: bytes.toString('base64') })
    if (type) found.set(type, createHash('sha256').update(body).digest('hex'))
  }
  return found
}

import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { installed } from '../setup/device.ts'
import { sendDocument, toDocuments } from '../setup/hands.ts'
import type { Phone } from '../setup/phone.ts'

export const early = ['attest', 'carteid'] as const
export const late = documentTypes.filter(type => !early.some(sent => sent === type))

/** Two photos have arrived, three wait: the network has gone meanwhile. */
export async function halfSent(phone: Phone, photos: (type: DocumentType) => Promise<string>) {
  const { page, context } = await phone.start()
  await toDocuments(page)
  await installed(page)
  for (const type of early) await sendDocument(page, type, await photos(type))
  await context.setOffline(true)
  for (const type of late) await sendDocument(page, type, await photos(type), 'queued')
  return { page, context }
}

import { expect, test } from 'vitest'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { canEdit, rememberSource } from '../../../src/documents/edit-source.ts'
import { givenOf } from '../../../src/documents/given.ts'
import { onFreshDevice } from '../setup/device.ts'
import { itemOf } from '../setup/items.ts'
import { quickCodes } from '../setup/quick-codes.ts'

quickCodes()
onFreshDevice()

// Sent: only the picked file in the page's memory could still be edited.
const sentOf = (dossier: string) => givenOf([itemOf({ dossier, state: 'accepted', fingerprint: 'f' })], [])[0]
async function withPhoto(): Promise<string> {
  const { id } = await createEncrypted('enrolment', '480215', 1)
  rememberSource(id, 'attest', { picture: new Blob(['photo']), corners: null, edit: undefined, fingerprint: 'f' })
  expect(canEdit(sentOf(id))).toBe(true)
  return id
}

test.each<[string, (id: string) => unknown]>([
  ['locked', lock],
  ['erased', eraseDossier],
])('the photos of a dossier that is %s are gone from the page’s memory', async (_, end) => {
  const id = await withPhoto()
  await end(id)
  expect(canEdit(sentOf(id))).toBe(false)
})

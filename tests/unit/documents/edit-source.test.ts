import { beforeEach, expect, test, vi } from 'vitest'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { canEdit, rememberSource } from '../../../src/documents/edit-source.ts'
import { givenOf } from '../../../src/documents/given.ts'
import { wipeDevice } from '../setup/device.ts'
import { itemOf } from '../setup/items.ts'

// A code is stretched in earnest here, as often as OWASP asks for.
vi.setConfig({ testTimeout: 30_000 })
beforeEach(async () => {
  lock()
  await wipeDevice()
})

// Sent: only the picked file in the page's memory could still be edited.
const sentOf = (dossier: string) => givenOf([itemOf({ dossier, state: 'accepted', fingerprint: 'f' })], [])[0]
async function withPhoto(): Promise<string> {
  const { id } = await createEncrypted('enrolment', '480215', 1)
  rememberSource(id, 'attest', { picture: new Blob(['photo']), corners: null, edit: undefined, fingerprint: 'f' })
  expect(canEdit(sentOf(id))).toBe(true)
  return id
}

test('the photos of a locked dossier are gone from the page’s memory', async () => {
  const id = await withPhoto()
  lock()
  expect(canEdit(sentOf(id))).toBe(false)
})

test('the photos of an erased dossier are gone from the page’s memory', async () => {
  const id = await withPhoto()
  await eraseDossier(id)
  expect(canEdit(sentOf(id))).toBe(false)
})

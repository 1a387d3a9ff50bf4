import { beforeEach, expect, test, vi } from 'vitest'
import { lock } from '../../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../../src/core/db/create-encrypted.ts'
import { newDossier, saveDossier } from '../../../../src/core/db/dossiers.ts'
import { listEncrypted } from '../../../../src/core/db/encrypted-dossiers.ts'
import { tryCode } from '../../../../src/core/db/unlock.ts'
import { encryptDossier } from '../../../../src/outbox/encrypt-dossier.ts'
import { readDossier, wipeDevice } from '../../setup/device.ts'

// A code is stretched in earnest here, as often as OWASP asks for.
vi.setConfig({ testTimeout: 30_000 })
const code = '480215'
const touchedAt = async () => (await listEncrypted()).map(({ savedAt }) => savedAt)

beforeEach(async () => {
  lock()
  await wipeDevice()
})

test('an encrypted dossier counts as touched once its code has opened it, and not for a wrong one', async () => {
  const { id } = await createEncrypted('enrolment', code, 5, { nom: 'Traoré' })
  lock()
  await tryCode(id, '739104', 10)
  expect(await touchedAt()).toEqual([5])
  await tryCode(id, code, 11)
  expect(await touchedAt()).toEqual([11])
})

test('a dossier counts as touched when it is given a code', async () => {
  const unencrypted = newDossier('enrolment', 1)
  await saveDossier(unencrypted)
  await encryptDossier(await readDossier(unencrypted.id), code, 20)
  expect(await touchedAt()).toEqual([20])
})

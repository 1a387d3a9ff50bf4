import { expect, test } from 'vitest'
import { LockedError } from '../../../../src/core/crypto/keyring.ts'
import { storageTrouble } from '../../../../src/core/db/database.ts'
import { storageTroubleText } from '../../../../src/outbox/ui/text.ts'

const denied = 'The user denied permission to access the database.'
const immutable = 'A mutation operation was attempted on a database that did not allow mutations.'

test.each([
  ['a full disk', new DOMException('', 'QuotaExceededError'), 'full'],
  ['a full disk, told as a plain error', Object.assign(new Error(), { name: 'QuotaExceededError' }), 'full'],
  ['a newer version on the disk', new DOMException('', 'VersionError'), 'outdated'],
  ['a browser that may keep nothing', new DOMException('', 'SecurityError'), 'forbidden'],
  ['the same in Chromium', new DOMException(denied, 'UnknownError'), 'forbidden'],
  ['the same in older private windows of Firefox', new DOMException(immutable, 'InvalidStateError'), 'forbidden'],
  ['a damaged disk', new DOMException('Internal error.', 'UnknownError'), 'unreadable'],
  ['a locked dossier', new LockedError('This dossier is locked.'), 'locked'],
  ['something that is no error', 'QuotaExceededError', 'unreadable'],
  ['nothing', undefined, 'unreadable'],
] as const)('%s is told apart', (_, error, trouble) => expect(storageTrouble(error)).toBe(trouble))

test('each trouble has its own French sentence that says what to do', () => {
  const sentences = Object.values(storageTroubleText)
  expect(new Set(sentences).size).toBe(6)
  for (const sentence of sentences) expect(sentence).toMatch(/(?:Effacez|Fermez|Rechargez|Ouvrez) .*\.$/)
})

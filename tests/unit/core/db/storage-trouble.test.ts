import { expect, test } from 'vitest'
import { LockedError } from '../../../../src/core/crypto/keyring.ts'
import { storageTrouble } from '../../../../src/core/db/database.ts'
import { storageTroubleText } from '../../../../src/outbox/ui/text.ts'

test.each([
  ['a full disk', new DOMException('', 'QuotaExceededError'), 'full'],
  ['a full disk, told as a plain error', Object.assign(new Error(), { name: 'QuotaExceededError' }), 'full'],
  ['an older version in another tab', new DOMException('', 'BlockedError'), 'blocked'],
  ['a newer version on the disk', new DOMException('', 'VersionError'), 'outdated'],
  ['a private window', new DOMException('', 'InvalidStateError'), 'unavailable'],
  ['no database at all', new TypeError('indexedDB is undefined'), 'unavailable'],
  ['a locked dossier', new LockedError('This dossier is locked.'), 'locked'],
  ['something that is no error', 'QuotaExceededError', 'unavailable'],
  ['nothing', undefined, 'unavailable'],
] as const)('%s is told apart', (_, error, trouble) => expect(storageTrouble(error)).toBe(trouble))

test('each trouble has its own French sentence that says what to do', () => {
  const sentences = Object.values(storageTroubleText)
  expect(new Set(sentences).size).toBe(5)
  for (const sentence of sentences) expect(sentence).toMatch(/(?:Effacez|Fermez|Rechargez|Ouvrez) .*\.$/)
})

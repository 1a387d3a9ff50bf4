import { expect, test } from 'vitest'
import { awaitPhoto, findInterruption } from '../../../src/core/db/awaiting.ts'
import { newDossier } from '../../../src/core/db/dossiers.ts'
import { sourceFileOf } from '../../../src/core/db/source-files.ts'
import { onFreshDevice } from '../setup/device.ts'
import { photoServiceByHand, picked } from '../setup/photo-service-by-hand.ts'
import { confirm } from '../setup/requests.ts'

onFreshDevice()

test.each([
  ['is refused', 'refuse'],
  ['is lost with its page', 'never'],
  ['is prepared', 'done'],
] as const)('a prepared photo stays until the one that is to replace it %s', async (_, end) => {
  const dossier = newDossier('enrolment', 1)
  const { id } = dossier
  const { desk: photos, job, give } = photoServiceByHand()
  await give(dossier, 'attest', 'first', { fingerprint: 'first' })
  await awaitPhoto({ dossier: id, document: 'attest', by: 'gallery', at: Date.now() })
  const second = photos.choose(dossier, 'attest', picked('second'))
  const making = await job(2)
  expect((await findInterruption(Date.now())).awaiting?.document).toBe('attest')
  expect((await sourceFileOf(id, 'attest'))?.ready?.fingerprint).toBe('first')
  if (end === 'never') return
  if (end === 'refuse') making.refuse('notAPicture')
  else making.done({ fingerprint: 'second' })
  await second
  expect((await findInterruption(Date.now())).awaiting).toBeUndefined()
  expect((await sourceFileOf(id, 'attest'))?.ready?.fingerprint).toBe(end === 'done' ? 'second' : 'first')
})

test('one that could not be taken over stays likewise, where the new one could be sent by now', async () => {
  const dossier = newDossier('enrolment', 1)
  const { desk: photos, job, give } = photoServiceByHand()
  await give(dossier, 'attest', 'first', { fingerprint: 'first' })
  await confirm(dossier.id)
  const second = photos.choose({ ...dossier, answers: { matricule: 'XX12345678A' } }, 'attest', picked('second'))
  ;(await job(2)).refuse('notAPicture')
  await second
  expect((await sourceFileOf(dossier.id, 'attest'))?.ready?.fingerprint).toBe('first')
})

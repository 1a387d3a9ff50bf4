import { beforeEach, expect, test, vi } from 'vitest'
import { newDossier, openEnrolment, saveDossier } from '../../../../src/core/db/dossiers.ts'
import { keepReady } from '../../../../src/core/db/ready.ts'
import { readMode } from '../../../../src/core/db/shared-mode.ts'
import { keepSourceFile, sourceFileOf } from '../../../../src/core/db/source-files.ts'
import { exportAnswers, exportDossier } from '../../../../src/features/transfer/export-dossier.ts'
import { decryptPackage } from '../../../../src/features/transfer/format.ts'
import { importPackage } from '../../../../src/features/transfer/import-package.ts'
import { listItems } from '../../../../src/outbox/items.ts'
import { openDevice, readDisk, wipeDevice } from '../../setup/device.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { sourceFile } from '../../setup/requests.ts'
import { code } from './setup.ts'

quickCodes()

/** What was prepared before enrolment opens moves as well: it is all that there is of the dossier. */

async function freshDevice(): Promise<void> {
  await wipeDevice()
  await openDevice()
  await readMode()
}

beforeEach(async () => {
  vi.stubGlobal('navigator', {})
  await freshDevice()
})

const ready = { fingerprint: 'f', wire: { gzipped: 3, plain: 4 } }

test('documents prepared before a word was answered are on the other phone as they were, and nothing is asked to be sent', async () => {
  await saveDossier({ ...newDossier('enrolment', 100, {}), id: 'a' })
  await keepReady('a', 'attest', { bytes: sourceFile.bytes, type: 'image/jpeg', ready }, {}, 200)
  await keepSourceFile('a', 'simcard', { ...sourceFile, at: 201, revision: 'pick-1' })
  const prepared = await sourceFileOf('a', 'attest')
  expect(prepared).toMatchObject({ ready })
  // Photographs go in no code.
  expect(await exportAnswers('a', code, 900)).toEqual({ refused: 'photos' })
  const { bytes } = await exportDossier('a', code, 1_000)
  // Here it lies as it was, and says that it is away.
  expect(Object.keys((await readDisk()).sourceFiles).sort()).toEqual(['a/attest', 'a/simcard'])
  expect((await openEnrolment()).draft).toMatchObject({ id: 'a', transferred: { at: 1_000 } })

  const opened = await decryptPackage(bytes, code)
  if ('fault' in opened) throw new Error(opened.fault)
  await freshDevice()
  const { dossier, outcome, confirmationCode } = await importPackage(opened, { now: 5_000 })
  expect(outcome).toBe('new')
  const { draft: there } = await openEnrolment()
  expect(there).toMatchObject({ id: dossier, answers: {}, originId: 'a' })
  expect(there).not.toHaveProperty('transferred')
  expect(await sourceFileOf(dossier, 'attest')).toEqual(prepared)
  expect(await sourceFileOf(dossier, 'simcard')).toEqual({ ...sourceFile, at: 201, revision: 'pick-1' })
  expect(await listItems()).toEqual([])

  expect(await importPackage(opened, { now: 6_000 })).toEqual({ dossier, confirmationCode, outcome: 'same' })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openDevice, readDisk, wipeDevice } from '../../setup/device.ts'
import { freshPage } from '../../setup/fresh-page.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'
import { sourceFile } from '../../setup/requests.ts'

const box = freshLocalStorage()
beforeEach(wipeDevice)

const portal = () =>
  freshPage(
    () => import('../../../../src/core/db/dossiers.ts'),
    () => import('../../../../src/core/db/source-files.ts'),
    () => import('../../../../src/core/db/erase.ts'),
    () => import('../../../../src/core/db/kept.ts'),
    () => import('../../../../src/outbox/api.ts'),
    () => import('../../../../src/core/db/awaiting.ts'),
  )

const validation = (dossier: string) =>
  ({ dossier, requestKey: 'validate', endpoint: 'validateFile', body: { matricule: 'M' } }) as const

describe('erasing everything', () => {
  test('leaves no store with anything in it, no mark, and nothing is written afterwards', async () => {
    const { newDossier, saveDossier, keepSourceFile, keepReply, queueRequest, eraseEverything } = await portal()
    const dossier = newDossier('enrolment', 1, { nom: 'Traoré' })
    await saveDossier(dossier)
    await keepSourceFile(dossier.id, 'attest', sourceFile)
    await keepReply('status/2021/phone/76123456', { status: 2 }, 9)
    await queueRequest(validation(dossier.id), 1)
    expect([...box.keys()]).toHaveLength(1)
    await eraseEverything()
    expect(await readDisk()).toEqual({ dossiers: {}, sourceFiles: {}, queue: {}, payloads: {}, device: {} })
    expect([...box.keys()]).toEqual([])
    await expect(saveDossier(dossier)).rejects.toMatchObject({ name: 'LockedError' })
  })

  test('that fails has erased nothing, and the page goes on keeping what is typed', async () => {
    const { newDossier, saveDossier, eraseEverything } = await portal()
    const dossier = newDossier('enrolment', 1, { nom: 'Traoré' })
    await saveDossier(dossier)
    const clear = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new DOMException('Broken.', 'UnknownError')
    })
    await expect(eraseEverything()).rejects.toThrow('Broken.')
    clear.mockRestore()
    expect([...box.keys()]).toHaveLength(1)
    await saveDossier({ ...dossier, answers: { nom: 'Diallo' } })
    expect(await readDisk()).toMatchObject({ dossiers: { [dossier.id]: { answers: { nom: 'Diallo' } } } })
  })

  test('works where cookies are blocked', async () => {
    const { eraseEverything } = await portal()
    await openDevice()
    vi.stubGlobal('localStorage', {
      clear: () => {
        throw new DOMException('Blocked.', 'SecurityError')
      },
    })
    await eraseEverything()
  })
})

test('erasing one dossier leaves the others, and what is queued of it', async () => {
  const { newDossier, saveDossier, keepSourceFile, queueRequest, eraseDossier, awaitPhoto } = await portal()
  const [mine, other] = [newDossier('enrolment', 1), newDossier('enrolment', 2)]
  for (const dossier of [mine, other]) {
    await saveDossier(dossier)
    await keepSourceFile(dossier.id, 'attest', sourceFile)
  }
  await queueRequest(validation(mine.id), 1)
  await awaitPhoto({ dossier: mine.id, document: 'attest', by: 'camera', at: 1 })
  await eraseDossier(mine.id)
  const disk = await readDisk()
  expect(Object.keys(disk.dossiers)).toEqual([other.id])
  expect(Object.keys(disk.sourceFiles)).toEqual([`${other.id}/attest`])
  expect(Object.keys(disk.queue)).toHaveLength(1)
  expect(disk.device).toEqual({})
})

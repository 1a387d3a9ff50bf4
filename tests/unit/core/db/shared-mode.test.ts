import { beforeEach, describe, expect, test } from 'vitest'
import { writeTogether } from '../../../../src/core/db/database.ts'
import { newDossier, openEnrolment, saveDossier } from '../../../../src/core/db/dossiers.ts'
import { keepReply } from '../../../../src/core/db/kept.ts'
import { isShared, ownDevice, readMode, shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { tryCode } from '../../../../src/core/db/unlock.ts'
import { queueRequest } from '../../../../src/outbox/api.ts'
import { encryptDossier } from '../../../../src/outbox/encrypt-dossier.ts'
import { onFreshDevice, readDisk, wipeDevice } from '../../setup/device.ts'
import { fullDisk } from '../../setup/full-disk.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'
import { quickCodes } from '../../setup/quick-codes.ts'

quickCodes()
const answers = { prenom: 'Aminata', nom: 'Traoré', matricule: 'ML202600042' }
const box = freshLocalStorage()

onFreshDevice()
beforeEach(() => shareDevice())

describe('a shared device whose browser has thrown its database away', () => {
  test('is shared all the same, and remembers it in both places again', async () => {
    await wipeDevice()
    expect(await readMode()).toBe('shared')
    expect(await isShared()).toBe(true)
    await keepReply('status/2021/phone/76123456', { status: 2 }, 9)
    expect((await readDisk()).device).toEqual({ 'shared-device': true })
    await expect(saveDossier(newDossier('enrolment', 1, answers))).rejects.toMatchObject({ name: 'LockedError' })
  })

  test('is shared also where its disk has no room to write that down again', async () => {
    await wipeDevice()
    const disk = fullDisk('device')
    expect(await readMode()).toBe('shared')
    expect(await isShared()).toBe(true)
    disk.mockRestore()
  })
})

test('a device that is one student’s own again stays so, whatever a tab or its browser throws away', async () => {
  expect(await ownDevice()).toBe(true)
  expect([...box.keys()]).toEqual([])
  box.set('portail-partage', '1')
  expect([await readMode(), await isShared()]).toEqual(['own', false])
  await ownDevice()
  await wipeDevice()
  expect(await readMode()).toBe('own')
})

describe('on a shared device', () => {
  test('a dossier that was finished before opens at its end, and not as an empty one', async () => {
    const unencrypted = { ...newDossier('enrolment', 1, answers), closed: true }
    await writeTogether(['dossiers'], stores => stores.dossiers.put(unencrypted, unencrypted.id))
    const id = (await encryptDossier(unencrypted, '480215', 7)) ?? ''
    await tryCode(id, '480215', 10)
    expect((await openEnrolment()).draft).toMatchObject({ id, answers })
  })

  test('nothing is queued in the clear', async () => {
    const request = { dossier: crypto.randomUUID(), requestKey: 'validate', endpoint: 'validateFile' } as const
    const queueing = queueRequest({ ...request, body: { matricule: answers.matricule } }, 1)
    await expect(queueing).rejects.toMatchObject({ name: 'LockedError' })
    expect(await readDisk()).toMatchObject({ queue: {}, payloads: {} })
  })
})

import { describe, expect, test } from 'vitest'
import { createEncrypted } from '../../../../src/core/db/create-encrypted.ts'
import { writeTogether } from '../../../../src/core/db/database.ts'
import { deviceStore } from '../../../../src/core/db/device-store.ts'
import { newDossier, saveDossier } from '../../../../src/core/db/dossiers.ts'
import { eraseDossier } from '../../../../src/core/db/erase.ts'
import { dropCode, keepCode, keptCode } from '../../../../src/core/db/receipt-code.ts'
import { readMode, shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { queueRequest } from '../../../../src/outbox/api.ts'
import { encryptDossier } from '../../../../src/outbox/encrypt-dossier.ts'
import { record } from '../../../../src/outbox/store.ts'
import { onFreshDevice, readDisk, readDossier } from '../../setup/device.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { accept, code, only, refusal, unreachable } from '../../setup/requests.ts'

quickCodes()
freshLocalStorage()

onFreshDevice()

const dossier = { ...newDossier('enrolment', 1, { matricule: 'ML202600042' }), id: 'a' }
const onDisk = async () => Object.entries((await readDisk()).device).filter(([key]) => key.startsWith('code/'))

async function answered(otp: string, event: Parameters<typeof record>[1]): Promise<void> {
  await queueRequest(code(otp), 1)
  await record((await only('a', 'code')).id, event, 2)
}

describe('the code of an enrolment on one’s own device', () => {
  test('is kept once the provider has accepted it, and a newer one takes its place', async () => {
    await saveDossier(dossier)
    await answered('1111', unreachable)
    await answered('2222', refusal)
    expect(await keptCode('a')).toBeUndefined()
    await answered('4821', accept)
    expect(await keptCode('a')).toBe('4821')
    expect((await readDisk()).payloads).toEqual({})
    await answered('5932', refusal)
    expect(await keptCode('a')).toBe('4821')
    await answered('6043', accept)
    expect(await onDisk()).toEqual([['code/a', '6043']])
  })

  test('is the one that was sent, not what the student has typed since', async () => {
    await saveDossier(dossier)
    await queueRequest(code('4821'), 1)
    await saveDossier({ ...dossier, answers: { ...dossier.answers, otp: '9999' } })
    await record((await only('a', 'code')).id, accept, 2)
    expect(await keptCode('a')).toBe('4821')
  })

  test('is not kept by any other request', async () => {
    await saveDossier(dossier)
    await queueRequest({ dossier: 'a', requestKey: 'validate', endpoint: 'validateFile', body: { matricule: 'M' } }, 1)
    await record((await only('a', 'validate')).id, accept, 2)
    expect(await onDisk()).toEqual([])
  })

  test('goes with its dossier, and is not kept for one that was erased before the answer came', async () => {
    await saveDossier(dossier)
    await saveDossier({ ...dossier, id: 'b' })
    await keepCode('b', '7154')
    await answered('4821', accept)
    await eraseDossier('a')
    expect(await onDisk()).toEqual([['code/b', '7154']])
    await answered('5932', accept)
    await keepCode('a', '5932')
    expect(await onDisk()).toEqual([['code/b', '7154']])
    // One that was accepted since stays.
    await dropCode('b', '0000')
    expect(await onDisk()).toEqual([['code/b', '7154']])
    await dropCode('b', '7154')
    expect(await onDisk()).toEqual([])
  })
})

describe('on a shared device', () => {
  test('no code stays from before, and none is kept of what still waited in the clear', async () => {
    await saveDossier(dossier)
    await answered('4821', accept)
    await queueRequest(code('5932'), 3)
    await shareDevice()
    expect(await onDisk()).toEqual([])
    await record((await only('a', 'code')).id, accept, 4)
    await keepCode('a', '5932')
    expect(await onDisk()).toEqual([])
  })

  test('none is kept of an encrypted dossier', async () => {
    await shareDevice()
    const { id } = await createEncrypted('enrolment', '480215', 1, dossier.answers)
    await queueRequest({ ...code('4821'), dossier: id }, 2)
    await record((await only(id, 'code')).id, accept, 3)
    expect((await only(id, 'code')).state).toBe('accepted')
    await keepCode(id, '4821')
    expect(await onDisk()).toEqual([])
  })

  test('one that was left there is not read, and goes when its dossier is encrypted', async () => {
    await saveDossier(dossier)
    await keepCode('a', '4821')
    await writeTogether(['device'], ({ device }) => device.put(true, deviceStore.isShared))
    await readMode()
    expect(await keptCode('a')).toBeUndefined()
    expect(await encryptDossier(await readDossier('a'), '480215', 5)).toBeDefined()
    expect(await onDisk()).toEqual([])
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepReady } from '../../../../src/core/db/ready.ts'
import { readMode } from '../../../../src/core/db/shared-mode.ts'
import { keepSourceFile } from '../../../../src/core/db/source-files.ts'
import { ownDossiers } from '../../../../src/features/transfer/export-dossier.ts'
import { queueRequest } from '../../../../src/outbox/api.ts'
import { record } from '../../../../src/outbox/store.ts'
import { openDevice, wipeDevice } from '../../setup/device.ts'
import { accept, only, photo, sourceFile } from '../../setup/requests.ts'
import { draft, halfSent, image } from './setup.ts'

beforeEach(async () => {
  vi.stubGlobal('navigator', {})
  await wipeDevice()
  await openDevice()
  await readMode()
})

const own = async () => (await ownDossiers()).map(({ dossier: { id }, ...about }) => ({ id, ...about }))

describe('what can be given away from here', () => {
  test('is nothing where nothing was answered or photographed', async () => {
    expect(await own()).toEqual([])
    await draft('a', { answers: {} })
    expect(await own()).toEqual([])
  })

  test('is light as long as answers are all that there is of it, sent or not', async () => {
    await draft()
    expect(await own()).toEqual([{ id: 'a', sent: 0, waiting: 0, light: true }])
    await queueRequest(photo(image('attest')), 10)
    expect(await own()).toEqual([{ id: 'a', sent: 0, waiting: 1, light: false }])
    await record((await only('a', 'attest')).id, accept, 11)
    expect(await own()).toEqual([{ id: 'a', sent: 1, waiting: 0, light: true }])
  })

  test('is not light where a call waits, and counts each photo once', async () => {
    await draft()
    await queueRequest(
      { dossier: 'a', requestKey: 'code', endpoint: 'confirmCode', body: { matricule: 'M', otp: '1' } },
      12,
    )
    expect(await own()).toEqual([{ id: 'a', sent: 0, waiting: 0, light: false }])
    await wipeDevice()
    await halfSent()
    await keepSourceFile('a', 'simcard', { ...sourceFile, revision: 'another' })
    expect(await own()).toEqual([{ id: 'a', sent: 1, waiting: 3, light: false }])
  })

  test('is also what was only prepared, before a word was answered', async () => {
    await draft('a', { answers: {} })
    const ready = { fingerprint: 'f', wire: { gzipped: 3, plain: 4 } }
    await keepReady('a', 'attest', { bytes: sourceFile.bytes, type: 'image/jpeg', ready }, {}, 200)
    expect(await own()).toEqual([{ id: 'a', sent: 0, waiting: 1, light: false }])
  })
})

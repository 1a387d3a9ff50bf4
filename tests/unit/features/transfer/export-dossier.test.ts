import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lock } from '../../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../../src/core/db/create-encrypted.ts'
import { changeDossier, type Dossier, listDossiers } from '../../../../src/core/db/dossiers.ts'
import { eraseDossier } from '../../../../src/core/db/erase.ts'
import { readMode, shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { keepSourceFile } from '../../../../src/core/db/source-files.ts'
import {
  confirmArrival,
  confirmationCodeOf,
  exportAnswers,
  exportDossier,
} from '../../../../src/features/transfer/export-dossier.ts'
import { decryptPackage, openAnswers } from '../../../../src/features/transfer/format.ts'
import type { TransferPackage } from '../../../../src/features/transfer/schema.ts'
import { erase, queueRequest, sendAgain } from '../../../../src/outbox/api.ts'
import { eraseUnencrypted } from '../../../../src/outbox/encrypt-dossier.ts'
import { cancelExport } from '../../../../src/outbox/export.ts'
import { listItems } from '../../../../src/outbox/items.ts'
import { record } from '../../../../src/outbox/store.ts'
import { findDueItem, findWakeTime } from '../../../../src/outbox/transitions.ts'
import { sendWaiting } from '../../../../sw/outbox.ts'
import { killed } from '../../setup/crash.ts'
import { openDevice, readContent, readDisk, wipeDevice } from '../../setup/device.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { accept, only, photo, sourceFile } from '../../setup/requests.ts'
import { answers, code, draft, halfSent, image } from './setup.ts'

quickCodes()

beforeEach(async () => {
  lock()
  vi.stubGlobal('navigator', {})
  await wipeDevice()
  await openDevice()
  await readMode()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function packageOf(bytes: Uint8Array<ArrayBuffer>): Promise<TransferPackage> {
  const opened = await decryptPackage(bytes, code)
  if ('fault' in opened) throw new Error(opened.fault)
  return opened
}
const requestKeys = async () => Object.fromEntries((await listItems()).map(item => [item.requestKey, item]))

async function encrypted(): Promise<string> {
  await shareDevice()
  const { id } = await createEncrypted('enrolment', 'rosier 7', 100, answers)
  const upload = { ...photo(image('simcard'), { dossier: id, requestKey: 'simcard' }), fingerprint: 'f' }
  await queueRequest({ ...upload, body: { ...upload.body, type: 'simcard' } }, 120)
  await keepSourceFile(id, 'actenaiss', { ...sourceFile, at: 123, revision: 'pick-1' })
  return id
}

describe('a dossier that is handed over', () => {
  test('is whole in its file', async () => {
    await halfSent()
    const { bytes, name, id } = await exportDossier('a', code, 1_000_000)
    expect(name).toBe('dossier-1970-01-01.dossier')
    const pkg = await packageOf(bytes)
    expect(pkg).toMatchObject({ dossier: { id: 'a', transferred: { id, at: 1_000_000 }, answers, savedAt: 100 } })
    const states = pkg.items.map(({ requestKey, state, body }) => [requestKey, state, body !== undefined]).sort()
    expect(states).toEqual([
      ['attest', 'accepted', false],
      ['carteid', 'refused', true],
      ['code', 'accepted', false],
      ['save', 'accepted', false],
      ['simcard', 'waiting', true],
    ])
    const { payloads } = await readDisk()
    const sim = await only('a', 'simcard')
    expect(pkg.items.find(({ requestKey }) => requestKey === 'simcard')).toMatchObject({
      body: payloads[sim.id],
      id: sim.id,
      fingerprint: 'f-simcard',
    })
    expect(pkg.files).toEqual([{ document: 'actenaiss', ...sourceFile, at: 123, revision: 'pick-1' }])
  })

  test('takes no code along that has served, nor what four digits could be found by', async () => {
    const { answers: given } = await halfSent()
    expect((await readDisk()).device).toMatchObject({ 'code/a': '4321' })
    // The worker has sent it, and no wizard was open since.
    await changeDossier('a', stored => stored && { ...stored, answers: { ...given, otp: '4321' } })
    const pkg = await packageOf((await exportDossier('a', code, 1_000)).bytes)
    expect(pkg.dossier.answers).toEqual(given)
    expect(pkg.items.find(({ requestKey }) => requestKey === 'code')).not.toHaveProperty('digest')
    expect(JSON.stringify([pkg.dossier, pkg.items])).not.toContain('4321')
    expect(await confirmArrival('a', await confirmationCodeOf(pkg))).toBe(true)
  })

  test('takes a code along that still waits', async () => {
    await draft('a', { answers: { ...answers, otp: '4321' } })
    const otp = { matricule: answers.matricule, otp: '4321' }
    await queueRequest({ dossier: 'a', requestKey: 'code', endpoint: 'confirmCode', body: otp }, 112)
    const pkg = await packageOf((await exportDossier('a', code, 1_000)).bytes)
    expect(pkg.dossier.answers.otp).toBe('4321')
    expect(pkg.items).toMatchObject([{ requestKey: 'code', state: 'waiting', body: JSON.stringify(otp) }])
  })

  test('sends nothing any more, whatever is pressed', async () => {
    await halfSent()
    await exportDossier('a', code, 1_000)
    await sendAgain((await only('a', 'carteid')).id, 1_001)
    await queueRequest(
      { ...photo('', { requestKey: 'photobuste' }), body: { matricule: 'M', type: 'photobuste', image: 'AAAA' } },
      1,
    )
    const items = await listItems()
    expect(items.filter(({ state }) => state === 'waiting').map(({ requestKey, held }) => [requestKey, held])).toEqual(
      expect.arrayContaining([
        ['simcard', true],
        ['carteid', true],
        ['photobuste', true],
      ]),
    )
    expect(findDueItem(items, 1e9)).toBeUndefined()
    expect(findWakeTime(items)).toBeUndefined()
    await expect(sendWaiting(false)).resolves.toBeUndefined()
  })

  test('keeps a pick that was prepared too late, and goes on with it once it is taken back', async () => {
    await halfSent()
    await exportDossier('a', code, 1_000)
    const late = photo('late', { requestKey: 'actenaiss', madeFrom: 'actenaiss', revision: 'pick-1' })
    expect(await queueRequest(late, 1_001)).toBe(false)
    expect((await readDisk()).sourceFiles).toHaveProperty(['a/actenaiss'])
    await cancelExport('a')
    expect(await queueRequest(late, 1_002)).toBe(true)
  })

  test('goes on as it was once it is taken back', async () => {
    await halfSent()
    const before = await readContent()
    const { id } = await exportDossier('a', code, 1_000)
    expect(await readContent()).not.toEqual(before)
    await cancelExport('a')
    // Its own file is known, should somebody open it here.
    const dossiers = { a: { ...(before.dossiers.a as Dossier), knownPackages: [{ id, made: true }] } }
    expect(await readContent()).toEqual({ ...before, dossiers })
    await cancelExport('a')
    expect(await readContent()).toEqual({ ...before, dossiers })
  })

  test('is held whole or not at all, at whichever write its page was killed', async () => {
    const prepared = async () => {
      await wipeDevice()
      await halfSent()
    }
    await prepared()
    const { writes } = await killed({ at: 0, asked: true }, () => exportDossier('a', code, 1_000))
    expect(writes).toBeGreaterThan(1)
    for (const asked of [true, false])
      for (let at = 1; at <= writes; at++) {
        await prepared()
        await killed({ at, asked }, () => exportDossier('a', code, 1_000))
        const { simcard, carteid } = await requestKeys()
        const { dossiers } = await readDisk()
        const marked = 'transferred' in (dossiers.a as object)
        expect([simcard?.held === true, carteid?.held === true]).toEqual([marked, marked])
      }
  })

  test('waits for a request that has left whole, and tells what became of it', async () => {
    await halfSent()
    const sim = await only('a', 'simcard')
    let answered = false
    let end = () => {}
    // Another tab sends: it has the lock until the answer is on the disk.
    const sending = new Promise<void>(resolve => {
      end = resolve
    })
    const locks = {
      request: async (_: string, _options: LockOptions, work: () => Promise<unknown>) => {
        await sending
        return work()
      },
    }
    vi.stubGlobal('navigator', { locks })
    const exporting = exportDossier('a', code, 1_000)
    await expect.poll(async () => (await only('a', 'simcard')).held).toBe(true)
    await record(sim.id, accept, 1_001)
    answered = true
    end()
    const pkg = await packageOf((await exporting).bytes)
    expect(answered).toBe(true)
    expect(pkg.items.find(({ requestKey }) => requestKey === 'simcard')).toMatchObject({ state: 'accepted' })
  })

  test('is not there any more', async () => {
    await expect(exportDossier('nobody', code, 1)).rejects.toThrow('not there')
    expect((await readDisk()).dossiers).toEqual({})
  })
})

describe('what is held and was erased with its dossier', () => {
  const left = async () => {
    const { dossiers, queue, payloads } = await readDisk()
    const open = Object.values(queue).filter(item => (item as { state: string }).state !== 'accepted')
    return [dossiers, open, payloads]
  }

  test('is not sent from here: the other device does', async () => {
    await halfSent()
    await exportDossier('a', code, 1_000)
    await erase('a', false)
    expect(await left()).toEqual([{}, [], {}])
  })

  test('nor where it was in the clear on a device that is shared by now', async () => {
    await halfSent()
    await exportDossier('a', code, 1_000)
    const { readable } = await listDossiers()
    await eraseUnencrypted(readable[0] as Dossier, false, 2_000)
    expect(await left()).toEqual([{}, [], {}])
  })

  test('nor where it is encrypted, and nobody has its code', async () => {
    const id = await encrypted()
    await exportDossier(id, code, 1_000)
    lock()
    await eraseDossier(id)
    expect(await left()).toEqual([{}, [], {}])
  })

  test('but what was not handed over still goes', async () => {
    const id = await encrypted()
    await eraseDossier(id)
    expect(findDueItem(await listItems(), 1e9)?.requestKey).toBe('simcard')
  })
})

describe('the proof of arrival', () => {
  const arabic = (code: string) => code.replace(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')

  test('fits what lies here, however it is typed, and nothing else', async () => {
    await halfSent()
    const confirmationCode = await confirmationCodeOf(await packageOf((await exportDossier('a', code, 1_000)).bytes))
    expect(confirmationCode).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{6}$/)
    expect(await confirmArrival('a', confirmationCode)).toBe(true)
    expect(
      await confirmArrival('a', ` ${confirmationCode.slice(0, 3).toLowerCase()}-${confirmationCode.slice(3)} `),
    ).toBe(true)
    expect(await confirmArrival('a', arabic(confirmationCode))).toBe(true)
    for (const wrong of ['', '346', `${confirmationCode}3`, confirmationCode.startsWith('3') ? '444444' : '333333'])
      expect(await confirmArrival('a', wrong)).toBe(false)
  })

  test('is no longer one for what was changed, picked or made anew since', async () => {
    await halfSent()
    const first = await confirmationCodeOf(await packageOf((await exportDossier('a', code, 1_000)).bytes))
    await keepSourceFile('a', 'photobuste', { ...sourceFile, revision: 'newer' })
    expect(await confirmArrival('a', first)).toBe(false)
    const second = await confirmationCodeOf(await packageOf((await exportDossier('a', code, 1_001)).bytes))
    expect(await confirmArrival('a', second)).toBe(true)
    expect(await confirmArrival('a', first)).toBe(false)
    await changeDossier('a', stored => stored && { ...stored, answers: { ...stored.answers, phone: '66000000' } })
    expect(await confirmArrival('a', second)).toBe(false)
    await cancelExport('a')
    expect(await confirmArrival('a', second)).toBe(false)
    await erase('a', true)
    expect(await confirmArrival('a', second)).toBe(false)
  })
})

describe('answers alone', () => {
  test('go as text where the provider has all the rest', async () => {
    await draft()
    const transferred = await exportAnswers('a', code, 5_000)
    if ('refused' in transferred) throw new Error('refused')
    const pkg = await openAnswers(transferred.text, code)
    expect(pkg).toMatchObject({ dossier: { transferred: { id: transferred.id }, answers }, items: [], files: [] })
    expect(await confirmArrival('a', await confirmationCodeOf(pkg as TransferPackage))).toBe(true)
  })

  test('with what was accepted; a refused call is made again there', async () => {
    await draft()
    await queueRequest(photo(image('attest')), 10)
    await record((await only('a', 'attest')).id, accept, 11)
    await queueRequest(
      { dossier: 'a', requestKey: 'code', endpoint: 'confirmCode', body: { matricule: 'M', otp: '1' } },
      12,
    )
    await record((await only('a', 'code')).id, { kind: 'replied', outcome: { status: 0, msg: 'Faux' } }, 13)
    const transferred = await exportAnswers('a', code, 5_000)
    if ('refused' in transferred) throw new Error('refused')
    const pkg = (await openAnswers(transferred.text, code)) as TransferPackage
    expect(pkg.items.map(({ requestKey, state }) => [requestKey, state])).toEqual([['attest', 'accepted']])
    expect(await confirmArrival('a', await confirmationCodeOf(pkg))).toBe(true)
  })

  test('are refused where a photo lies or a call waits, and nothing is held then', async () => {
    await halfSent()
    const before = await readDisk()
    expect(await exportAnswers('a', code, 5_000)).toEqual({ refused: 'photos' })
    expect(await readDisk()).toEqual(before)
    await wipeDevice()
    await draft()
    await keepSourceFile('a', 'attest', sourceFile)
    expect(await exportAnswers('a', code, 5_000)).toEqual({ refused: 'photos' })
    await wipeDevice()
    await draft()
    await queueRequest(
      { dossier: 'a', requestKey: 'code', endpoint: 'confirmCode', body: { matricule: 'M', otp: '1' } },
      12,
    )
    expect(await exportAnswers('a', code, 5_000)).toEqual({ refused: 'photos' })
    expect(await exportAnswers('nobody', code, 5_000)).toEqual({ refused: 'photos' })
  })
})

describe('an encrypted dossier', () => {
  test('goes like any other while it is open, and says in the open only that it went', async () => {
    const id = await encrypted()
    const before = await readContent()
    const pkg = await packageOf((await exportDossier(id, code, 1_000)).bytes)
    expect(pkg).toMatchObject({
      dossier: { id, answers },
      files: [{ document: 'actenaiss', name: 'a.jpg' }],
    })
    expect(pkg.items).toMatchObject([
      { requestKey: 'simcard', fingerprint: 'f', body: expect.stringContaining('simcard') },
    ])
    const { dossiers } = await readDisk()
    expect(dossiers[id]).toMatchObject({ transferred: true })
    expect(JSON.stringify(dossiers)).not.toContain(pkg.dossier.transferred.id)
    expect(await confirmArrival(id, await confirmationCodeOf(pkg))).toBe(true)
    await cancelExport(id)
    expect((await readDisk()).dossiers[id]).not.toHaveProperty('transferred')
    expect((await readContent()).queue).toEqual(before.queue)
  })

  test('is not touched while it is locked', async () => {
    const id = await encrypted()
    const before = await readDisk()
    lock()
    await expect(exportDossier(id, code, 1_000)).rejects.toThrow('locked')
    await expect(cancelExport(id)).rejects.toThrow('locked')
    expect(await readDisk()).toEqual(before)
  })

  test('keeps a new pick while it is handed over, and sends nothing of it', async () => {
    const id = await encrypted()
    await exportDossier(id, code, 1_000)
    const late = photo('late', { dossier: id, requestKey: 'actenaiss', madeFrom: 'actenaiss', revision: 'pick-1' })
    expect(await queueRequest(late, 1_001)).toBe(false)
    expect(findDueItem(await listItems(), 1e9)).toBeUndefined()
  })
})

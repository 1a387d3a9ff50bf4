import { describe, expect, test, vi } from 'vitest'
import { lock } from '../../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../../src/core/db/create-encrypted.ts'
import { changeDossier, type Dossier, listDossiers } from '../../../../src/core/db/dossiers.ts'
import { eraseDossier } from '../../../../src/core/db/erase.ts'
import { keepReady } from '../../../../src/core/db/ready.ts'
import { shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { keepSourceFile } from '../../../../src/core/db/source-files.ts'
import {
  confirmArrival,
  confirmationCodeOf,
  exportAnswers,
  exportDossier,
  ownDossiers,
} from '../../../../src/features/transfer/export-dossier.ts'
import { openAnswers } from '../../../../src/features/transfer/format.ts'
import type { TransferPackage } from '../../../../src/features/transfer/schema.ts'
import { erase, queueRequest, sendAgain } from '../../../../src/outbox/api.ts'
import { eraseUnencrypted } from '../../../../src/outbox/encrypt-dossier.ts'
import { cancelExport } from '../../../../src/outbox/export.ts'
import { listItems } from '../../../../src/outbox/items.ts'
import { record } from '../../../../src/outbox/store.ts'
import { findDueItem, findWakeTime } from '../../../../src/outbox/transitions.ts'
import { sendWaiting } from '../../../../sw/outbox.ts'
import { killed } from '../../setup/crash.ts'
import { freshDevice, onFreshDevice, readContent, readDisk } from '../../setup/device.ts'
import { later } from '../../setup/later.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { accept, only, photo, refusal, sourceFile } from '../../setup/requests.ts'
import { answers, code, draft, halfSent, image, otpOf, packageFrom, ready } from './setup.ts'

quickCodes()

onFreshDevice()

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
    expect(await exportDossier('a', code, 1_000)).toMatchObject({ name: 'dossier-1970-01-01.dossier' })
    const pkg = await packageFrom('a', 1_000_000)
    expect(pkg).toMatchObject({ dossier: { id: 'a', transferred: { at: 1_000_000 }, answers, savedAt: 100 } })
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
    const pkg = await packageFrom('a', 1_000)
    expect(pkg.dossier.answers).toEqual(given)
    expect(pkg.items.find(({ requestKey }) => requestKey === 'code')).not.toHaveProperty('digest')
    expect(JSON.stringify([pkg.dossier, pkg.items])).not.toMatch(/"4321\\*"/)
    expect(await confirmArrival('a', await confirmationCodeOf(pkg))).toBe(true)
  })

  test('takes a code along that still waits', async () => {
    await draft('a', { answers: { ...answers, otp: '4321' } })
    await queueRequest(otpOf(), 112)
    const pkg = await packageFrom('a', 1_000)
    expect(pkg.dossier.answers.otp).toBe('4321')
    expect(pkg.items).toMatchObject([{ requestKey: 'code', state: 'waiting', body: JSON.stringify(otpOf().body) }])
  })

  test('sends nothing any more, whatever is pressed', async () => {
    await halfSent()
    await exportDossier('a', code, 1_000)
    await sendAgain((await only('a', 'carteid')).id, 1_001)
    await queueRequest(photo('AAAA', { requestKey: 'photobuste' }), 1)
    const items = await listItems()
    const held = items.filter(({ state, held }) => state === 'waiting' && held).map(({ requestKey }) => requestKey)
    expect(held.sort()).toEqual(['carteid', 'photobuste', 'simcard'])
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
    // Its own file is known, should it be opened here.
    const dossiers = { a: { ...(before.dossiers.a as Dossier), knownPackages: [{ id, made: true }] } }
    for (let times = 1; times <= 2; times++) {
      await cancelExport('a')
      expect(await readContent()).toEqual({ ...before, dossiers })
    }
  })

  test('is held whole or not at all, at whichever write its page was killed', async () => {
    await halfSent()
    const { writes } = await killed({ at: 0, asked: true }, () => exportDossier('a', code, 1_000))
    expect(writes).toBeGreaterThan(1)
    for (const asked of [true, false])
      for (let at = 1; at <= writes; at++) {
        await freshDevice()
        await halfSent()
        await killed({ at, asked }, () => exportDossier('a', code, 1_000))
        const { simcard, carteid } = await requestKeys()
        const { dossiers } = await readDisk()
        const marked = 'transferred' in (dossiers.a as object)
        expect([simcard?.held === true, carteid?.held === true]).toEqual([marked, marked])
      }
  })

  test('waits for a request that has left whole, and tells what became of it', async () => {
    await halfSent()
    // Another tab sends: it has the lock until the answer is on the disk.
    const answered = later<void>()
    const request = async (_: string, __: LockOptions, work: () => Promise<unknown>) => answered.promise.then(work)
    vi.stubGlobal('navigator', { locks: { request } })
    const exporting = packageFrom('a', 1_000)
    await expect.poll(async () => (await only('a', 'simcard')).held).toBe(true)
    await record((await only('a', 'simcard')).id, accept, 1_001)
    answered.resolve()
    const { items } = await exporting
    expect(items.find(({ requestKey }) => requestKey === 'simcard')).toMatchObject({ state: 'accepted' })
  })

  test('is not there any more', async () => {
    await expect(exportDossier('nobody', code, 1)).rejects.toThrow('not there')
    expect((await readDisk()).dossiers).toEqual({})
  })
})

describe('what is held and was erased with its dossier', () => {
  const halfSentHere = async () => (await halfSent()).id
  test.each<[string, () => Promise<string>, (id: string) => Promise<unknown>]>([
    ['the other device does', halfSentHere, id => erase(id, false)],
    [
      'nor where it was in the clear on a device that is shared by now',
      halfSentHere,
      async () => eraseUnencrypted((await listDossiers()).readable[0] as Dossier, false, 2_000),
    ],
    ['nor where it is encrypted, and its code is lost', encrypted, eraseDossier],
  ])('is not sent from here: %s', async (_, begin, end) => {
    const id = await begin()
    await exportDossier(id, code, 1_000)
    lock()
    await end(id)
    const { dossiers, queue, payloads } = await readDisk()
    const open = Object.values(queue).filter(item => (item as { state: string }).state !== 'accepted')
    expect([dossiers, open, payloads]).toEqual([{}, [], {}])
  })

  test('but what was not handed over still goes', async () => {
    await eraseDossier(await encrypted())
    expect(findDueItem(await listItems(), 1e9)?.requestKey).toBe('simcard')
  })
})

describe('the proof of arrival', () => {
  const arabic = (code: string) => code.replace(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')

  test('fits what lies here, however it is typed, and nothing else', async () => {
    await halfSent()
    const confirmationCode = await confirmationCodeOf(await packageFrom('a', 1_000))
    expect(confirmationCode).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{6}$/)
    const dashed = ` ${confirmationCode.slice(0, 3).toLowerCase()}-${confirmationCode.slice(3)} `
    for (const typed of [confirmationCode, dashed, arabic(confirmationCode)])
      expect(await confirmArrival('a', typed)).toBe(true)
    for (const wrong of ['', '346', `${confirmationCode}3`, confirmationCode.startsWith('3') ? '444444' : '333333'])
      expect(await confirmArrival('a', wrong)).toBe(false)
  })

  test('is no longer one for what was changed, picked or made anew since', async () => {
    await halfSent()
    const first = await confirmationCodeOf(await packageFrom('a', 1_000))
    await keepSourceFile('a', 'photobuste', { ...sourceFile, revision: 'newer' })
    expect(await confirmArrival('a', first)).toBe(false)
    const second = await confirmationCodeOf(await packageFrom('a', 1_001))
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
  test('go as text where the provider has all the rest; a refused call is made again there', async () => {
    await draft()
    await queueRequest(photo(image('attest')), 10)
    await record((await only('a', 'attest')).id, accept, 11)
    await queueRequest(otpOf(), 12)
    await record((await only('a', 'code')).id, refusal, 13)
    const exported = await exportAnswers('a', code, 5_000)
    if ('refused' in exported) throw new Error('refused')
    const pkg = (await openAnswers(exported.text, code)) as TransferPackage
    expect(pkg).toMatchObject({ dossier: { transferred: { id: exported.id }, answers }, files: [] })
    expect(pkg.items.map(({ requestKey, state }) => [requestKey, state])).toEqual([['attest', 'accepted']])
    expect(await confirmArrival('a', await confirmationCodeOf(pkg))).toBe(true)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a photo waits', () => halfSent()],
    ['a photo was picked', () => draft().then(() => keepSourceFile('a', 'attest', sourceFile))],
    ['a photo was prepared', () => draft().then(() => keepReady('a', 'attest', ready, {}, 200))],
    ['a call waits', () => draft().then(() => queueRequest(otpOf(), 12))],
    ['there is no such dossier', () => draft('b')],
  ])('are refused where %s, and nothing is held then', async (_, begin) => {
    await begin()
    const before = await readDisk()
    expect(await exportAnswers('a', code, 5_000)).toEqual({ refused: 'photos' })
    expect(await readDisk()).toEqual(before)
  })
})

describe('an encrypted dossier', () => {
  test('goes like any other while it is open, and says in the open only that it went', async () => {
    const id = await encrypted()
    const before = await readContent()
    const pkg = await packageFrom(id, 1_000)
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
    const before = await readContent()
    lock()
    await expect(exportDossier(id, code, 1_000)).rejects.toThrow('locked')
    await expect(cancelExport(id)).rejects.toThrow('locked')
    expect(await readContent()).toEqual(before)
  })

  test('keeps a new pick while it is handed over, and sends nothing of it', async () => {
    const id = await encrypted()
    await exportDossier(id, code, 1_000)
    const late = photo('late', { dossier: id, requestKey: 'actenaiss', madeFrom: 'actenaiss', revision: 'pick-1' })
    expect(await queueRequest(late, 1_001)).toBe(false)
    expect(findDueItem(await listItems(), 1e9)).toBeUndefined()
  })
})

describe('what can be given away from here', () => {
  const own = async () => (await ownDossiers()).map(({ dossier: { id }, ...about }) => ({ id, ...about }))

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
    await queueRequest(otpOf(), 12)
    expect(await own()).toEqual([{ id: 'a', sent: 1, waiting: 0, light: false }])
  })

  test('counts each photo once', async () => {
    await halfSent()
    await keepSourceFile('a', 'simcard', { ...sourceFile, revision: 'another' })
    expect(await own()).toEqual([{ id: 'a', sent: 1, waiting: 3, light: false }])
  })

  test('is also what was only prepared, before a word was answered', async () => {
    await draft('a', { answers: {} })
    await keepReady('a', 'attest', ready, {}, 200)
    expect(await own()).toEqual([{ id: 'a', sent: 0, waiting: 1, light: false }])
  })
})

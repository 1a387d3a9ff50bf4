import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lock, openDossier } from '../../../../src/core/crypto/keyring.ts'
import {
  changeDossier,
  correctionOf,
  type Dossier,
  newDossier,
  openEnrolment,
  saveDossier,
  touchDossier,
} from '../../../../src/core/db/dossiers.ts'
import { openedDossier } from '../../../../src/core/db/encrypted-dossiers.ts'
import { keepReady } from '../../../../src/core/db/ready.ts'
import { currentMode, ownDevice, readMode, shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { keepSourceFile, sourceFileOf } from '../../../../src/core/db/source-files.ts'
import { tryCode } from '../../../../src/core/db/unlock.ts'
import { confirmArrival, exportAnswers, exportDossier } from '../../../../src/features/transfer/export-dossier.ts'
import { decryptPackage, openAnswers } from '../../../../src/features/transfer/format.ts'
import { describe as described, importPackage } from '../../../../src/features/transfer/import-package.ts'
import { asOnAnyDevice } from '../../../../src/features/transfer/merge.rule.ts'
import type { TransferPackage } from '../../../../src/features/transfer/schema.ts'
import { queueRequest } from '../../../../src/outbox/api.ts'
import { contentsOf } from '../../../../src/outbox/contents.ts'
import { encryptDossier } from '../../../../src/outbox/encrypt-dossier.ts'
import { cancelExport } from '../../../../src/outbox/export.ts'
import { importContents } from '../../../../src/outbox/import.ts'
import { listItems, payloadOf } from '../../../../src/outbox/items.ts'
import { record } from '../../../../src/outbox/store.ts'
import { findDueItem } from '../../../../src/outbox/transitions.ts'
import { killed } from '../../setup/crash.ts'
import { openDevice, readDisk, readDossier, wipeDevice } from '../../setup/device.ts'
import { fullDisk } from '../../setup/full-disk.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { accept, only, photo, sourceFile } from '../../setup/requests.ts'
import { trace } from '../../setup/trace.ts'
import { answers, code, draft, halfSent, image } from './setup.ts'

quickCodes()
freshLocalStorage()

/** Another phone: nothing is on it. */
async function freshDevice(): Promise<void> {
  lock()
  await wipeDevice()
  await openDevice()
  await readMode()
}

beforeEach(async () => {
  vi.stubGlobal('navigator', {})
  await freshDevice()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function packageFrom(id: string, now: number): Promise<TransferPackage> {
  const opened = await decryptPackage((await exportDossier(id, code, now)).bytes, code)
  if ('fault' in opened) throw new Error(opened.fault)
  return opened
}

/** What leaves a phone on which an enrolment is half sent. */
async function halfSentPackage(now = 1_000): Promise<TransferPackage> {
  await halfSent()
  return packageFrom('a', now)
}

const stateOf = async (dossier: string) =>
  Object.fromEntries(
    (await listItems())
      .filter(item => item.dossier === dossier)
      .map(({ requestKey, state, held }) => [requestKey, held ? 'held' : state]),
  )
const wire = { gzipped: 3, plain: 4 }
const ready = { bytes: sourceFile.bytes, type: 'image/jpeg', ready: { fingerprint: 'f', wire } }
const half = { save: 'accepted', code: 'accepted', attest: 'accepted', simcard: 'waiting', carteid: 'refused' }

test('a package is described before it is taken, and nothing is written for that', async () => {
  const pkg = await halfSentPackage()
  const before = await readDisk()
  expect(described(pkg)).toEqual({
    kind: 'enrolment',
    prenom: answers.prenom,
    nom: answers.nom,
    matricule: answers.matricule,
    phone: answers.phone,
    madeAt: 1_000,
    savedAt: 100,
    saved: true,
    confirmed: true,
    given: ['actenaiss', 'carteid', 'simcard', 'attest'],
    accepted: ['attest'],
    closed: false,
  })
  expect(await readDisk()).toEqual(before)
})

describe('on a phone that has nothing of it', () => {
  test('it is whole, shown by the wizard, and sends what waits', async () => {
    const pkg = await halfSentPackage()
    await freshDevice()
    const { dossier, outcome, confirmationCode } = await importPackage(pkg, { now: 5_000 })
    expect(outcome).toBe('new')
    expect(confirmationCode).toHaveLength(6)
    const { draft } = await openEnrolment()
    expect(draft).toMatchObject({
      id: dossier,
      answers,
      lookedUp: pkg.dossier.lookedUp,
      savedAt: 5_000,
      originId: 'a',
    })
    expect(await stateOf(dossier)).toEqual(half)
    const due = findDueItem(await listItems(), 5_000)
    expect(due?.requestKey).toBe('simcard')
    const body = JSON.parse((await payloadOf(due?.id ?? '')) ?? '')
    expect(body).toEqual({ matricule: answers.matricule, type: 'simcard', image: image('simcard') })
    expect(await sourceFileOf(dossier, 'actenaiss')).toEqual({ ...sourceFile, at: 123, revision: 'pick-1' })
  })

  test('it stands beside another student’s', async () => {
    const pkg = await halfSentPackage()
    await freshDevice()
    await saveDossier({ ...newDossier('enrolment', 900, { ...answers, matricule: 'ML202600099' }), id: 'other' })
    expect(await importPackage(pkg, { now: 5_000 })).toMatchObject({ outcome: 'new' })
    expect((await readDisk()).dossiers).toMatchObject({ other: { savedAt: 900 } })
  })

  test('it is there whole or not at all, at whichever write the page was killed', async () => {
    const pkg = await halfSentPackage()
    await freshDevice()
    const empty = await readDisk()
    const { writes } = await killed({ at: 0, asked: true }, () => importPackage(pkg, { now: 5_000 }))
    const expected = Object.keys((await readDisk()).queue).length
    expect(writes).toBeGreaterThan(5)
    for (const asked of [true, false])
      for (let at = 1; at <= writes; at++) {
        await freshDevice()
        await killed({ at, asked }, () => importPackage(pkg, { now: 5_000 }))
        const disk = await readDisk()
        if (Object.keys(disk.dossiers).length === 0) expect(disk).toEqual(empty)
        else expect(Object.keys(disk.queue)).toHaveLength(expected)
      }
  })

  test('a full disk keeps nothing of it, and says so', async () => {
    const pkg = await halfSentPackage()
    await freshDevice()
    const empty = await readDisk()
    const spy = fullDisk('payloads')
    await expect(importPackage(pkg, { now: 5_000 })).rejects.toThrow()
    spy.mockRestore()
    expect(await readDisk()).toEqual(empty)
  })

  test('a correction, and an enrolment that has ended, are what they were', async () => {
    await draft('k', { kind: 'correction', answers: { matricule: 'ML202600042' } })
    const correction = await packageFrom('k', 1_000)
    await draft('z', { closed: true })
    const closed = await packageFrom('z', 1_000)
    await freshDevice()
    await importPackage(correction, { now: 5_000 })
    expect(await correctionOf('ML202600042')).toMatchObject({ kind: 'correction' })
    await importPackage(closed, { now: 5_001 })
    expect((await openEnrolment()).draft).toBeUndefined()
  })

  test('answers alone are gone on with, and what was accepted is not asked again', async () => {
    await draft()
    await queueRequest(photo(image('attest')), 2_000)
    await record((await only('a', 'attest')).id, accept, 3_000)
    const transferred = await exportAnswers('a', code, 5_000)
    const pkg = 'text' in transferred ? await openAnswers(transferred.text, code) : undefined
    await freshDevice()
    const { dossier } = await importPackage(pkg as TransferPackage, { now: 6_000 })
    expect((await openEnrolment()).draft).toMatchObject({ id: dossier, answers })
    expect(await only(dossier, 'attest')).toMatchObject({
      state: 'accepted',
      endpoint: 'uploadDocument',
      settledAt: 3_000,
    })
  })
})

describe('where it is already', () => {
  test('nothing is written over what has changed since it was looked at', async () => {
    const dossier = await draft('b')
    const before = await contentsOf('b')
    const arriving = { dossier: { ...dossier, answers: {} }, items: [], files: [], forgotten: [], dropped: [] }
    const changes = [
      () => queueRequest(photo(image('late'), { dossier: 'b' }), 200),
      () => keepSourceFile('b', 'carteid', { ...sourceFile, revision: 'late' }),
      () => draft('b', { savedAt: 300 }),
    ]
    for (const change of changes) {
      await freshDevice()
      await draft('b')
      await change()
      const disk = await readDisk()
      expect(await importContents(arriving, before)).toBe(false)
      expect(await readDisk()).toEqual(disk)
    }
    expect(await importContents(arriving, await contentsOf('b'))).toBe(true)
  })

  test('the same file a second time changes nothing, and proves the same', async () => {
    const pkg = await halfSentPackage()
    await freshDevice()
    const first = await importPackage(pkg, { now: 5_000 })
    await record((await only(first.dossier, 'simcard')).id, accept, 5_100)
    const before = await readDisk()
    expect(await importPackage(pkg, { now: 6_000 })).toEqual({ ...first, outcome: 'same' })
    expect(await readDisk()).toEqual(before)
  })

  test('nor does it bring back a dossier that has gone on to another phone', async () => {
    const pkg = await halfSentPackage()
    await freshDevice()
    const { dossier } = await importPackage(pkg, { now: 5_000 })
    await packageFrom(dossier, 6_000)
    expect(await importPackage(pkg, { now: 7_000 })).toMatchObject({ dossier, outcome: 'same' })
    expect(await stateOf(dossier)).toMatchObject({ simcard: 'held', carteid: 'held' })
  })

  test('its own file changes nothing either: it stays held', async () => {
    const pkg = await halfSentPackage()
    const before = await readDisk()
    expect(await importPackage(pkg, { now: 6_000 })).toEqual({ dossier: 'a', confirmationCode: '', outcome: 'own' })
    expect(await readDisk()).toEqual(before)
  })

  test('nor does an earlier file of its own: what is away stays held', async () => {
    await halfSent()
    const earlier = await packageFrom('a', 1_000)
    await packageFrom('a', 2_000)
    const before = await readDisk()
    expect(await importPackage(earlier, { now: 6_000 })).toEqual({ dossier: 'a', confirmationCode: '', outcome: 'own' })
    expect(await readDisk()).toEqual(before)
    await cancelExport('a')
    const back = await readDisk()
    expect(await importPackage(earlier, { now: 7_000 })).toEqual({
      dossier: 'a',
      confirmationCode: '',
      outcome: 'same',
    })
    expect(await readDisk()).toEqual(back)
  })

  test('nor does the first of two that came, once it has gone on to another phone', async () => {
    await halfSent()
    const first = await packageFrom('a', 1_000)
    const second = await packageFrom('a', 2_000)
    await freshDevice()
    const { dossier, confirmationCode } = await importPackage(first, { now: 5_000 })
    await keepSourceFile(dossier, 'photobuste', { ...sourceFile, revision: 'there' })
    const newer = { ...second, dossier: { ...second.dossier, savedAt: 300 } }
    expect(await importPackage(newer, { now: 5_001 })).toMatchObject({ outcome: 'merged' })
    await packageFrom(dossier, 6_000)
    const before = await readDisk()
    expect(await importPackage(first, { now: 7_000 })).toEqual({ dossier, confirmationCode, outcome: 'same' })
    expect(await readDisk()).toEqual(before)
  })

  test('it remembers the last packages, and no more than twenty', async () => {
    await draft()
    for (let at = 1; at <= 22; at++) await exportAnswers('a', code, at)
    const { knownPackages: packages } = (await readDisk()).dossiers.a as Dossier
    expect(packages).toHaveLength(20)
    expect(new Set(packages?.map(({ id }) => id)).size).toBe(20)
  })

  test('newer answers stay whole, older ones go whole', async () => {
    const pkg = await halfSentPackage()
    const newer = { ...answers, phone: '66000000' }
    for (const [savedAt, phone] of [
      [99, answers.phone],
      [100, newer.phone],
      [101, newer.phone],
    ] as const) {
      await freshDevice()
      const { nina: _, ...others } = newer
      await saveDossier({ ...newDossier('enrolment', 1, others), id: 'b', savedAt })
      expect(await importPackage(pkg, { now: 5_000 })).toMatchObject({ dossier: 'b', outcome: 'merged' })
      const { draft } = await openEnrolment()
      expect(draft?.answers).toEqual(phone === answers.phone ? answers : others)
      expect(draft).toMatchObject({ savedAt: 5_000, taken: { savedAt: Math.max(savedAt, 100) } })
      expect(await stateOf('b')).toEqual(half)
    }
  })

  test('an answer is as old as it was, however late it was taken in', async () => {
    await draft()
    const first = await packageFrom('a', 1_000)
    await cancelExport('a')
    await draft('a', { savedAt: 2_000, answers: { ...answers, phone: '66000000' } })
    const second = await packageFrom('a', 3_000)
    await freshDevice()
    await importPackage(first, { now: 4_000 })
    expect(await importPackage(second, { now: 4_001 })).toMatchObject({ outcome: 'merged' })
    expect((await openEnrolment()).draft?.answers.phone).toBe('66000000')
  })
})

describe('answers are as old as they were', () => {
  const touches: [string, () => Promise<unknown>][] = [
    ['a photo was prepared', () => keepReady('b', 'carteid', ready, {}, 4_000)],
    ['somebody wanted it kept', () => touchDossier('b', 4_000)],
  ]
  test.each(touches)('also where %s since', async (_, touch) => {
    await draft('a', { savedAt: 2_000, answers: { ...answers, phone: '66000000' } })
    const pkg = await packageFrom('a', 3_000)
    await freshDevice()
    await draft('b')
    await touch()
    expect((await openEnrolment()).draft).toMatchObject({ savedAt: 4_000 })
    expect(await importPackage(pkg, { now: 5_000 })).toMatchObject({ outcome: 'merged' })
    expect((await openEnrolment()).draft?.answers.phone).toBe('66000000')
  })

  test('also where what came was touched, and not where it was answered after that', async () => {
    const pkg = await halfSentPackage()
    await freshDevice()
    const { dossier } = await importPackage(pkg, { now: 5_000 })
    await keepReady(dossier, 'photobuste', ready, {}, 6_000)
    await touchDossier(dossier, 7_000)
    expect((await packageFrom(dossier, 8_000)).dossier).toMatchObject({ savedAt: 100 })
    await changeDossier(dossier, stored => stored && { ...stored, savedAt: 9_000 })
    expect((await packageFrom(dossier, 9_001)).dossier).toMatchObject({ savedAt: 9_000 })
  })

  test('also where it was given a code since, and it is the same dossier still', async () => {
    const unencrypted = await draft()
    const encrypted = await encryptDossier(await readDossier(unencrypted.id), code, 5_000)
    const attempt = await tryCode(encrypted ?? '', code, 6_000)
    expect(attempt.kind === 'opened' && asOnAnyDevice(attempt.dossier)).toEqual(unencrypted)
  })
})

/** What lies here of one document, what comes, and what stands then. */
describe('of two requests for one document', () => {
  const upload = (seed: string) => photo(image(seed), { dossier: 'b' })
  async function stands(
    theirs: { at: number; accepted?: boolean },
    ours: { at: number; accepted?: boolean },
  ): Promise<string> {
    await draft()
    await queueRequest(photo(image('theirs')), theirs.at)
    if (theirs.accepted) await record((await only('a', 'attest')).id, accept, theirs.at)
    const pkg = await packageFrom('a', 1_000)
    await freshDevice()
    await draft('b')
    await queueRequest(upload('ours'), ours.at)
    if (ours.accepted) await record((await only('b', 'attest')).id, accept, ours.at)
    await importPackage(pkg, { now: 5_000 })
    const item = await only('b', 'attest')
    const body = await payloadOf(item.id)
    const { payloads } = await readDisk()
    expect(Object.keys(payloads)).toEqual(item.state === 'accepted' ? [] : [item.id])
    return `${item.createdAt === ours.at ? 'ours' : 'theirs'} ${body ? 'waits' : 'accepted'}`
  }
  test.each([
    ['the newer one stands', { at: 9 }, { at: 8 }, 'theirs waits'],
    ['also where it is here', { at: 8 }, { at: 9 }, 'ours waits'],
    ['a tie keeps what is here', { at: 9 }, { at: 9 }, 'ours waits'],
    [
      'what was accepted before a newer photo does not take its place',
      { at: 8, accepted: true },
      { at: 9 },
      'ours waits',
    ],
    ['what was accepted after it does', { at: 9, accepted: true }, { at: 8 }, 'theirs accepted'],
    ['a newer photo takes the place of an accepted one', { at: 9 }, { at: 8, accepted: true }, 'theirs waits'],
    ['an older one does not', { at: 8 }, { at: 9, accepted: true }, 'ours accepted'],
    ['two that were accepted stay', { at: 9, accepted: true }, { at: 8, accepted: true }, 'ours accepted'],
  ])('%s', async (_, theirs, ours, expected) => {
    expect(await stands(theirs, ours)).toBe(expected)
  })

  test.each([
    ['a pick is kept over an older request', 9, 8, true],
    ['and not over a newer one', 8, 9, false],
  ])('%s', async (_, picked, asked, kept) => {
    await draft()
    await keepSourceFile('a', 'attest', { ...sourceFile, at: picked })
    const pkg = await packageFrom('a', 1_000)
    await freshDevice()
    await draft('b')
    await queueRequest(upload('ours'), asked)
    await importPackage(pkg, { now: 5_000 })
    expect((await sourceFileOf('b', 'attest')) !== undefined).toBe(kept)
    expect(await only('b', 'attest')).toMatchObject({ state: 'waiting' })
  })

  test('an older pick here is not prepared over the newer request that comes', async () => {
    await draft()
    await queueRequest(photo(image('theirs')), 9)
    const pkg = await packageFrom('a', 1_000)
    await freshDevice()
    await draft('b')
    await keepSourceFile('b', 'attest', { ...sourceFile, at: 8 })
    await keepSourceFile('b', 'carteid', { ...sourceFile, at: 8 })
    await importPackage(pkg, { now: 5_000 })
    expect(await sourceFileOf('b', 'attest')).toBeUndefined()
    expect(await sourceFileOf('b', 'carteid')).toBeDefined()
  })
})

describe('there and back', () => {
  test('goes on here with what was done there, and nothing that was accepted there is sent', async () => {
    const there = await halfSentPackage()
    const here = await readDisk()
    await freshDevice()
    const { dossier } = await importPackage(there, { now: 5_000 })
    await record((await only(dossier, 'simcard')).id, accept, 5_100)
    const back = await packageFrom(dossier, 6_000)
    expect(back.dossier.id).toBe('a')
    await freshDevice()
    await restore(here)
    expect(await stateOf('a')).toMatchObject({ simcard: 'held', carteid: 'held' })
    const { outcome, confirmationCode } = await importPackage(back, { now: 7_000 })
    expect(outcome).toBe('merged')
    expect(await stateOf('a')).toEqual({ ...half, simcard: 'accepted' })
    expect((await readDisk()).dossiers.a).not.toHaveProperty('transferred')
    expect(findDueItem(await listItems(), 9e9)).toBeUndefined()
    // What came back proves itself to the other one as any package does.
    expect(confirmationCode).toHaveLength(6)
    expect(await confirmArrival('a', confirmationCode)).toBe(false)
  })

  test('is released also where nothing was done there', async () => {
    const there = await halfSentPackage()
    const here = await readDisk()
    await freshDevice()
    const { dossier } = await importPackage(there, { now: 5_000 })
    const back = await packageFrom(dossier, 6_000)
    await freshDevice()
    await restore(here)
    await importPackage(back, { now: 7_000 })
    expect(await stateOf('a')).toEqual(half)
    expect(await sourceFileOf('a', 'actenaiss')).toBeDefined()
  })
})

/** A phone that was put aside is taken up again. */
async function restore(disk: Awaited<ReturnType<typeof readDisk>>): Promise<void> {
  const { writeTogether } = await import('../../../../src/core/db/database.ts')
  await writeTogether(['dossiers', 'sourceFiles', 'queue', 'payloads'], stores => {
    for (const name of ['dossiers', 'sourceFiles', 'queue', 'payloads'] as const)
      for (const [key, value] of Object.entries(disk[name])) stores[name].put(value, key)
  })
}

describe('on a shared device', () => {
  async function shared(): Promise<void> {
    await freshDevice()
    await shareDevice()
  }
  const words = [answers.nom, answers.prenom, answers.phone, answers.matricule, image('simcard'), 'picture of', 'Non']

  test('it is encrypted under the code, and nothing of it lies in the clear', async () => {
    const pkg = await halfSentPackage()
    expect(trace(await readDisk(), words)).not.toEqual([])
    await shared()
    const { dossier, outcome } = await importPackage(pkg, { now: 5_000, code: 'rosier 7' })
    expect(outcome).toBe('new')
    const { queue, ...disk } = await readDisk()
    expect(trace([queue, disk], words)).toEqual([])
    expect(trace([queue, disk], [pkg.dossier.transferred.id, 'f-simcard', 'Reçu'])).toEqual([])
    expect(openDossier()).toBe(dossier)
    expect(await openedDossier(dossier)).toMatchObject({ answers, originId: 'a' })
    lock()
    expect(await tryCode(dossier, code, 6_000)).toMatchObject({ kind: 'wrong' })
    expect(await tryCode(dossier, 'rosier 7', 6_000)).toMatchObject({ kind: 'opened' })
    expect(await sourceFileOf(dossier, 'actenaiss')).toMatchObject({ name: 'a.jpg', revision: 'pick-1' })
    const due = findDueItem(await listItems(), 5_000)
    expect(JSON.parse((await payloadOf(due?.id ?? '')) ?? '')).toMatchObject({ type: 'simcard' })
  })

  test('a second time it is not taken beside itself, whatever of it waits', async () => {
    await draft()
    const light = await packageFrom('a', 1_000)
    await freshDevice()
    for (const pkg of [light, await halfSentPackage(2_000)]) {
      await shared()
      const { dossier, confirmationCode } = await importPackage(pkg, { now: 5_000, code })
      lock()
      const before = await readDisk()
      expect(await importPackage(pkg, { now: 6_000, code })).toEqual({ dossier, confirmationCode, outcome: 'here' })
      expect(await readDisk()).toEqual(before)
      await freshDevice()
      await ownDevice()
    }
  })

  test('nor is the file that was made of it here: what is away stays held', async () => {
    const pkg = await halfSentPackage()
    await shared()
    const { dossier } = await importPackage(pkg, { now: 5_000, code })
    const made = await packageFrom(dossier, 6_000)
    await changeDossier(dossier, stored => stored && { ...stored, savedAt: 6_500 })
    lock()
    const before = await readDisk()
    expect(await importPackage(made, { now: 7_000, code })).toEqual({ dossier, confirmationCode: '', outcome: 'here' })
    expect(await importPackage(pkg, { now: 7_000, code })).toMatchObject({ dossier, outcome: 'here' })
    expect(await readDisk()).toEqual(before)
    expect(trace(before.dossiers, [made.dossier.transferred.id, pkg.dossier.transferred.id])).toEqual([])
  })

  test('nor one that lies here in the clear since before it was shared', async () => {
    const pkg = await halfSentPackage()
    await shareDevice()
    const before = await readDisk()
    expect(await importPackage(pkg, { now: 7_000, code })).toEqual({
      dossier: 'a',
      confirmationCode: '',
      outcome: 'here',
    })
    expect(await readDisk()).toEqual(before)
  })

  test('what came back from another device is, since something new may be in it', async () => {
    const pkg = await halfSentPackage()
    await shared()
    const { dossier } = await importPackage(pkg, { now: 5_000, code })
    await packageFrom(dossier, 6_000)
    lock()
    const back = { ...pkg, dossier: { ...pkg.dossier, transferred: { at: 7_000, id: 'back' } } }
    const again = await importPackage(back, { now: 8_000, code })
    expect(again.outcome).toBe('new')
    expect(await stateOf(dossier)).toMatchObject({ simcard: 'held' })
    expect(await stateOf(again.dossier)).toEqual(half)
  })

  test('it is not taken without a code', async () => {
    const pkg = await halfSentPackage()
    await shared()
    const before = await readDisk()
    await expect(importPackage(pkg, { now: 5_000 })).rejects.toThrow('without a code')
    expect(await readDisk()).toEqual(before)
  })

  test('it joins the one that is open here, encrypted as that is', async () => {
    const pkg = await halfSentPackage()
    await shared()
    const { dossier } = await importPackage(pkg, { now: 5_000, code: 'rosier 7' })
    const there = await packageFrom(dossier, 6_000)
    expect(there.dossier.id).toBe('a')
    const mark = { ...there.dossier.transferred, id: 'another' }
    const back = {
      ...there,
      dossier: { ...there.dossier, transferred: mark },
      items: there.items.map(item => ({ ...item, ...done })),
    }
    for (const item of back.items) delete item.body
    const { outcome, dossier: same } = await importPackage(back, { now: 7_000 })
    expect([outcome, same]).toEqual(['merged', dossier])
    expect(await stateOf(dossier)).toEqual(
      Object.fromEntries(Object.keys(half).map(requestKey => [requestKey, 'accepted'])),
    )
    const { dossiers, queue, payloads } = await readDisk()
    expect(dossiers[dossier]).not.toHaveProperty('transferred')
    expect(payloads).toEqual({})
    expect(trace(queue, ['Merci, Aïssata'])).toEqual([])
    lock()
    expect(await tryCode(dossier, 'rosier 7', 8_000)).toMatchObject({ kind: 'opened' })
  })
  const done = { state: 'accepted' as const, settledAt: 6_500, reply: { status: 1, msg: 'Merci, Aïssata' } }

  test('it stands beside one that is locked, under names of its own', async () => {
    const pkg = await halfSentPackage()
    await shared()
    const first = await importPackage(pkg, { now: 5_000, code: 'rosier 7' })
    lock()
    const later = { ...pkg, dossier: { ...pkg.dossier, transferred: { at: 2_000, id: 'another file' } } }
    const second = await importPackage(later, { now: 6_000, code: 'acacia 8' })
    expect(second.outcome).toBe('new')
    expect(await stateOf(first.dossier)).toEqual(half)
    expect(await stateOf(second.dossier)).toEqual(half)
    expect(currentMode()).toBe('shared')
  })
})

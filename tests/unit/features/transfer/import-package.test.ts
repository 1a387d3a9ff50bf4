import { beforeEach, describe, expect, test } from 'vitest'
import { lock, openDossier } from '../../../../src/core/crypto/keyring.ts'
import { writeTogether } from '../../../../src/core/db/database.ts'
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
import { ownDevice, shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { keepSourceFile, sourceFileOf } from '../../../../src/core/db/source-files.ts'
import { tryCode } from '../../../../src/core/db/unlock.ts'
import { confirmArrival, exportAnswers } from '../../../../src/features/transfer/export-dossier.ts'
import { openAnswers } from '../../../../src/features/transfer/format.ts'
import { describe as described, importPackage } from '../../../../src/features/transfer/import-package.ts'
import { asOnAnyDevice } from '../../../../src/features/transfer/merge.rule.ts'
import type { TransferPackage } from '../../../../src/features/transfer/schema.ts'
import { queueRequest } from '../../../../src/outbox/api.ts'
import { contentsOf } from '../../../../src/outbox/contents.ts'
import { encryptDossier } from '../../../../src/outbox/encrypt-dossier.ts'
import { cancelExport } from '../../../../src/outbox/export.ts'
import { importContents } from '../../../../src/outbox/import.ts'
import { listItems } from '../../../../src/outbox/items.ts'
import { record } from '../../../../src/outbox/store.ts'
import { findDueItem } from '../../../../src/outbox/transitions.ts'
import { wholeBody } from '../../../../src/outbox/whole-body.ts'
import { killed } from '../../setup/crash.ts'
import { freshDevice, onFreshDevice, readDisk, readDossier } from '../../setup/device.ts'
import { fullDisk } from '../../setup/full-disk.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { accept, only, photo, sourceFile } from '../../setup/requests.ts'
import { trace } from '../../setup/trace.ts'
import { answers, code, draft, halfSent, image, packageFrom, ready } from './setup.ts'

quickCodes()
freshLocalStorage()
onFreshDevice()

/** What leaves a phone on which an enrolment is half sent; the test goes on with another phone. */
async function halfSentPackage(now = 1_000): Promise<TransferPackage> {
  await halfSent()
  const pkg = await packageFrom('a', now)
  await freshDevice()
  return pkg
}

const stateOf = async (dossier: string) =>
  Object.fromEntries(
    (await listItems())
      .filter(item => item.dossier === dossier)
      .map(({ requestKey, state, held }) => [requestKey, held ? 'held' : state]),
  )
const half = { save: 'accepted', code: 'accepted', attest: 'accepted', simcard: 'waiting', carteid: 'refused' }
const changed = { ...answers, phone: '66000000' }

/** The import changes nothing on this phone. */
async function changesNothing(pkg: TransferPackage, outcome: object, code?: string): Promise<void> {
  const before = await readDisk()
  expect(await importPackage(pkg, code ? { now: 9_000, code } : { now: 9_000 })).toEqual(outcome)
  expect(await readDisk()).toEqual(before)
}

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
  test('it is whole beside another student’s, shown by the wizard, and sends what waits', async () => {
    const pkg = await halfSentPackage()
    await saveDossier({ ...newDossier('enrolment', 900, { ...answers, matricule: 'ML202600099' }), id: 'other' })
    const { dossier, outcome, confirmationCode } = await importPackage(pkg, { now: 5_000 })
    expect([outcome, confirmationCode.length]).toEqual(['new', 6])
    expect((await readDisk()).dossiers).toMatchObject({ other: { savedAt: 900 } })
    const { lookedUp } = pkg.dossier
    expect((await openEnrolment()).draft).toMatchObject({
      id: dossier,
      answers,
      lookedUp,
      savedAt: 5_000,
      originId: 'a',
    })
    expect(await stateOf(dossier)).toEqual(half)
    const due = findDueItem(await listItems(), 5_000)
    const body = JSON.parse((await wholeBody(due?.id ?? '')) ?? '')
    expect(body).toEqual({
      matricule: answers.matricule,
      type: 'simcard',
      image: image('simcard'),
      remarques: ['flou'],
    })
    expect(await sourceFileOf(dossier, 'actenaiss')).toEqual({ ...sourceFile, at: 123, revision: 'pick-1' })
  })

  test('it is there whole or not at all, at whichever write the page was killed', async () => {
    const pkg = await halfSentPackage()
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

  test('documents prepared before a word was answered are as they were, and nothing is asked to be sent', async () => {
    await draft('a', { answers: {} })
    await keepReady('a', 'attest', ready, {}, 200)
    await keepSourceFile('a', 'simcard', { ...sourceFile, at: 201, revision: 'pick-1' })
    const prepared = await sourceFileOf('a', 'attest')
    const pkg = await packageFrom('a', 1_000)
    expect(Object.keys((await readDisk()).sourceFiles).sort()).toEqual(['a/attest', 'a/simcard'])
    expect((await openEnrolment()).draft).toMatchObject({ id: 'a', transferred: { at: 1_000 } })

    await freshDevice()
    const { dossier, confirmationCode } = await importPackage(pkg, { now: 5_000 })
    const { draft: there } = await openEnrolment()
    expect(there).toMatchObject({ id: dossier, answers: {}, originId: 'a' })
    expect(there).not.toHaveProperty('transferred')
    expect(await sourceFileOf(dossier, 'attest')).toEqual(prepared)
    expect(await sourceFileOf(dossier, 'simcard')).toEqual({ ...sourceFile, at: 201, revision: 'pick-1' })
    expect(await listItems()).toEqual([])
    await changesNothing(pkg, { dossier, confirmationCode, outcome: 'same' })
  })

  test('answers alone are gone on with, and what was accepted is not asked again', async () => {
    await draft()
    await queueRequest(photo(image('attest')), 2_000)
    await record((await only('a', 'attest')).id, accept, 3_000)
    const exported = await exportAnswers('a', code, 5_000)
    const pkg = 'text' in exported ? await openAnswers(exported.text, code) : undefined
    await freshDevice()
    const { dossier } = await importPackage(pkg as TransferPackage, { now: 6_000 })
    expect((await openEnrolment()).draft).toMatchObject({ id: dossier, answers })
    const accepted = { state: 'accepted', endpoint: 'uploadDocument', settledAt: 3_000 }
    expect(await only(dossier, 'attest')).toMatchObject(accepted)
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

  test('the same file a second time changes nothing, and proves the same; nor once it has gone on elsewhere', async () => {
    const pkg = await halfSentPackage()
    const first = await importPackage(pkg, { now: 5_000 })
    await record((await only(first.dossier, 'simcard')).id, accept, 5_100)
    await changesNothing(pkg, { ...first, outcome: 'same' })
    await packageFrom(first.dossier, 6_000)
    await changesNothing(pkg, { ...first, outcome: 'same' })
    expect(await stateOf(first.dossier)).toMatchObject({ carteid: 'held' })
  })

  test('files that were made here change nothing: what is away stays held', async () => {
    await halfSent()
    const own = [await packageFrom('a', 1_000), await packageFrom('a', 2_000)]
    const unchanged = { dossier: 'a', confirmationCode: '' }
    for (const pkg of own) await changesNothing(pkg, { ...unchanged, outcome: 'own' })
    await cancelExport('a')
    for (const pkg of own) await changesNothing(pkg, { ...unchanged, outcome: 'same' })
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
    await changesNothing(first, { dossier, confirmationCode, outcome: 'same' })
  })

  test('it remembers the last packages, and no more than twenty', async () => {
    await draft()
    for (let at = 1; at <= 22; at++) await exportAnswers('a', code, at)
    const { knownPackages } = (await readDisk()).dossiers.a as Dossier
    expect(knownPackages).toHaveLength(20)
    expect(new Set(knownPackages?.map(({ id }) => id)).size).toBe(20)
  })

  test('newer answers stay whole, older ones go whole', async () => {
    const pkg = await halfSentPackage()
    const { nina: _, ...others } = changed
    for (const [savedAt, stay] of [
      [99, answers],
      [100, others],
      [101, others],
    ] as const) {
      await freshDevice()
      await saveDossier({ ...newDossier('enrolment', 1, others), id: 'b', savedAt })
      expect(await importPackage(pkg, { now: 5_000 })).toMatchObject({ dossier: 'b', outcome: 'merged' })
      const { draft } = await openEnrolment()
      expect(draft?.answers).toEqual(stay)
      expect(draft).toMatchObject({ savedAt: 5_000, taken: { savedAt: Math.max(savedAt, 100) } })
      expect(await stateOf('b')).toEqual(half)
    }
  })
})

describe('answers are as old as they were', () => {
  test.each<[string, (earlier: TransferPackage) => Promise<unknown>]>([
    ['a photo was prepared', () => draft('b').then(() => keepReady('b', 'carteid', ready, {}, 4_000))],
    ['it was kept by hand', () => draft('b').then(() => touchDossier('b', 4_000))],
    ['an earlier file of it came', earlier => importPackage(earlier, { now: 4_000 })],
  ])('also where %s since', async (_, touch) => {
    await draft()
    const earlier = await packageFrom('a', 1_000)
    await draft('a', { savedAt: 2_000, answers: changed })
    const pkg = await packageFrom('a', 3_000)
    await freshDevice()
    await touch(earlier)
    expect((await openEnrolment()).draft).toMatchObject({ savedAt: 4_000 })
    expect(await importPackage(pkg, { now: 5_000 })).toMatchObject({ outcome: 'merged' })
    expect((await openEnrolment()).draft?.answers.phone).toBe('66000000')
  })

  test('also where what came was touched, and not where it was answered after that', async () => {
    const { dossier } = await importPackage(await halfSentPackage(), { now: 5_000 })
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
  const upload = (dossier: string) => photo(image(dossier), { dossier })
  test.each([
    ['the newer one stands', { at: 9 }, { at: 8 }, 'theirs waits'],
    ['also where it is here', { at: 8 }, { at: 9 }, 'ours waits'],
    ['a tie keeps what is here', { at: 9 }, { at: 9 }, 'ours waits'],
    ['an accepted one does not take a newer photo’s place', { at: 8, accepted: true }, { at: 9 }, 'ours waits'],
    ['what was accepted after it does', { at: 9, accepted: true }, { at: 8 }, 'theirs accepted'],
    ['a newer photo takes the place of an accepted one', { at: 9 }, { at: 8, accepted: true }, 'theirs waits'],
    ['an older one does not', { at: 8 }, { at: 9, accepted: true }, 'ours accepted'],
    ['two that were accepted stay', { at: 9, accepted: true }, { at: 8, accepted: true }, 'ours accepted'],
  ])('%s', async (_, theirs: { at: number; accepted?: boolean }, ours: typeof theirs, expected) => {
    const asked = async (dossier: string, { at, accepted }: typeof theirs) => {
      await draft(dossier)
      await queueRequest(upload(dossier), at)
      if (accepted) await record((await only(dossier, 'attest')).id, accept, at)
    }
    await asked('a', theirs)
    const pkg = await packageFrom('a', 1_000)
    await freshDevice()
    await asked('b', ours)
    await importPackage(pkg, { now: 5_000 })
    const item = await only('b', 'attest')
    const body = await wholeBody(item.id)
    expect(Object.keys((await readDisk()).payloads)).toEqual(item.state === 'accepted' ? [] : [item.id])
    expect(`${item.createdAt === ours.at ? 'ours' : 'theirs'} ${body ? 'waits' : 'accepted'}`).toBe(expected)
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
    await queueRequest(upload('b'), asked)
    await importPackage(pkg, { now: 5_000 })
    expect((await sourceFileOf('b', 'attest')) !== undefined).toBe(kept)
    expect(await only('b', 'attest')).toMatchObject({ state: 'waiting' })
  })

  test('an older pick here is not prepared over the newer request that comes', async () => {
    await draft()
    await queueRequest(upload('a'), 9)
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

test.each([
  ['with what was done there, and nothing that was accepted there is sent', true],
  ['also where nothing was done there', false],
])('there and back, it goes on here %s', async (_, isDone) => {
  await halfSent()
  const there = await packageFrom('a', 1_000)
  const here = await readDisk()
  await freshDevice()
  const { dossier } = await importPackage(there, { now: 5_000 })
  if (isDone) await record((await only(dossier, 'simcard')).id, accept, 5_100)
  const back = await packageFrom(dossier, 6_000)
  expect(back.dossier.id).toBe('a')
  await freshDevice()
  const names = ['dossiers', 'sourceFiles', 'queue', 'payloads'] as const
  await writeTogether(names, stores => {
    for (const name of names) for (const [key, value] of Object.entries(here[name])) stores[name].put(value, key)
  })
  expect(await stateOf('a')).toMatchObject({ simcard: 'held', carteid: 'held' })
  const { outcome, confirmationCode } = await importPackage(back, { now: 7_000 })
  expect(outcome).toBe('merged')
  expect(await stateOf('a')).toEqual({ ...half, simcard: isDone ? 'accepted' : 'waiting' })
  expect((await readDisk()).dossiers.a).not.toHaveProperty('transferred')
  expect(findDueItem(await listItems(), 9e9)?.requestKey).toBe(isDone ? undefined : 'simcard')
  expect(await sourceFileOf('a', 'actenaiss')).toBeDefined()
  // What came back proves itself to the other one as any package does.
  expect(confirmationCode).toHaveLength(6)
  expect(await confirmArrival('a', confirmationCode)).toBe(false)
})

describe('on a shared device', () => {
  let pkg: TransferPackage
  beforeEach(async () => {
    pkg = await halfSentPackage()
    await shareDevice()
  })
  const other = 'rosier 7'
  const words = [answers.nom, answers.prenom, answers.phone, answers.matricule, image('simcard'), 'picture of', 'Non']

  test('it is encrypted under the code, and nothing of it lies in the clear', async () => {
    const { dossier, outcome } = await importPackage(pkg, { now: 5_000, code: other })
    expect(outcome).toBe('new')
    expect(trace(pkg, words)).not.toEqual([])
    expect(trace(await readDisk(), [...words, pkg.dossier.transferred.id, 'f-simcard', 'Reçu'])).toEqual([])
    expect(openDossier()).toBe(dossier)
    expect(await openedDossier(dossier)).toMatchObject({ answers, originId: 'a' })
    lock()
    expect(await tryCode(dossier, code, 6_000)).toMatchObject({ kind: 'wrong' })
    expect(await tryCode(dossier, other, 6_000)).toMatchObject({ kind: 'opened' })
    expect(await sourceFileOf(dossier, 'actenaiss')).toMatchObject({ name: 'a.jpg', revision: 'pick-1' })
    const due = findDueItem(await listItems(), 5_000)
    expect(JSON.parse((await wholeBody(due?.id ?? '')) ?? '')).toMatchObject({ type: 'simcard' })
  })

  test('it is not taken without a code', async () => {
    const before = await readDisk()
    await expect(importPackage(pkg, { now: 5_000 })).rejects.toThrow('without a code')
    expect(await readDisk()).toEqual(before)
  })

  test.each(['its answers alone', 'photos, too'])('a second time it is not taken beside itself: %s', async of => {
    if (of === 'its answers alone') {
      await ownDevice()
      await draft('light')
      pkg = await packageFrom('light', 2_000)
      await freshDevice()
      await shareDevice()
    }
    const { dossier, confirmationCode } = await importPackage(pkg, { now: 5_000, code })
    lock()
    await changesNothing(pkg, { dossier, confirmationCode, outcome: 'here' }, code)
  })

  test('nor is the file that was made of it here: what is away stays held', async () => {
    const { dossier, confirmationCode } = await importPackage(pkg, { now: 5_000, code })
    const made = await packageFrom(dossier, 6_000)
    await changeDossier(dossier, stored => stored && { ...stored, savedAt: 6_500 })
    lock()
    await changesNothing(made, { dossier, confirmationCode: '', outcome: 'here' }, code)
    await changesNothing(pkg, { dossier, confirmationCode, outcome: 'here' }, code)
    const ids = [made.dossier.transferred.id, pkg.dossier.transferred.id]
    expect(trace((await readDisk()).dossiers, ids)).toEqual([])
  })

  test('nor one that lies here in the clear since before it was shared', async () => {
    await ownDevice()
    await halfSent('a')
    const own = await packageFrom('a', 1_000)
    await shareDevice()
    await changesNothing(own, { dossier: 'a', confirmationCode: '', outcome: 'here' }, code)
  })

  test('what came back from another device is, since something new may be in it', async () => {
    const { dossier } = await importPackage(pkg, { now: 5_000, code })
    await packageFrom(dossier, 6_000)
    lock()
    const back = { ...pkg, dossier: { ...pkg.dossier, transferred: { at: 7_000, id: 'back' } } }
    const again = await importPackage(back, { now: 8_000, code })
    expect(again.outcome).toBe('new')
    expect(await stateOf(dossier)).toMatchObject({ simcard: 'held' })
    expect(await stateOf(again.dossier)).toEqual(half)
  })

  test('it joins the one that is open here, encrypted as that is', async () => {
    const { dossier } = await importPackage(pkg, { now: 5_000, code: other })
    const there = await packageFrom(dossier, 6_000)
    expect(there.dossier.id).toBe('a')
    const done = { state: 'accepted' as const, settledAt: 6_500, reply: { status: 1, msg: 'Merci, Aïssata' } }
    const items = there.items.map(({ body: _, ...item }) => ({ ...item, ...done }))
    const transferred = { ...there.dossier.transferred, id: 'another' }
    const back = { ...there, dossier: { ...there.dossier, transferred }, items }
    expect(await importPackage(back, { now: 7_000 })).toMatchObject({ outcome: 'merged', dossier })
    const states = await stateOf(dossier)
    expect(Object.keys(states).sort()).toEqual(Object.keys(half).sort())
    expect(new Set(Object.values(states))).toEqual(new Set(['accepted']))
    const { dossiers, queue, payloads } = await readDisk()
    expect(dossiers[dossier]).not.toHaveProperty('transferred')
    expect(payloads).toEqual({})
    expect(trace(queue, ['Merci, Aïssata'])).toEqual([])
    lock()
    expect(await tryCode(dossier, other, 8_000)).toMatchObject({ kind: 'opened' })
  })

  test('it stands beside one that is locked, under names of its own', async () => {
    const first = await importPackage(pkg, { now: 5_000, code: other })
    lock()
    const later = { ...pkg, dossier: { ...pkg.dossier, transferred: { at: 2_000, id: 'another file' } } }
    const second = await importPackage(later, { now: 6_000, code: 'acacia 8' })
    expect(second.outcome).toBe('new')
    expect(await stateOf(first.dossier)).toEqual(half)
    expect(await stateOf(second.dossier)).toEqual(half)
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { problemOf } from '../../../src/core/api/problem.ts'
import { lock, openDossier } from '../../../src/core/crypto/keyring.ts'
import type { StoreName } from '../../../src/core/db/connection.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { storageTrouble, writeTogether } from '../../../src/core/db/database.ts'
import { deviceStore } from '../../../src/core/db/device-store.ts'
import { changeDossier, newDossier, openEnrolment, saveDossier } from '../../../src/core/db/dossiers.ts'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { isShared, readMode, shareDevice } from '../../../src/core/db/shared-mode.ts'
import { hasSourceFiles, keepSourceFile, sourceFileKey } from '../../../src/core/db/source-files.ts'
import { tryCode } from '../../../src/core/db/unlock.ts'
import { givenIn } from '../../../src/documents/given.ts'
import { withdrawPhoto } from '../../../src/documents/pick.ts'
import { giveUpDamaged, queueRequest } from '../../../src/outbox/api.ts'
import { contentsOf } from '../../../src/outbox/contents.ts'
import { isDamaged, isToSend } from '../../../src/outbox/item.ts'
import { flush } from '../../../src/outbox/send.ts'
import { forgetUnread, readUnread } from '../../../src/outbox/unread.ts'
import { wholeBody as payloadOf } from '../../../src/outbox/whole-body.ts'
import { onFreshDevice, readDisk } from '../setup/device.ts'
import { handPorts } from '../setup/hand-ports.ts'
import { freshLocalStorage } from '../setup/local-storage.ts'
import { quickCodes } from '../setup/quick-codes.ts'
import { itemsOf, only, photo, sourceFile } from '../setup/requests.ts'

quickCodes()
freshLocalStorage()
onFreshDevice()

const put = (store: StoreName, key: string, value: unknown) =>
  writeTogether([store], stores => {
    if (value === undefined) stores[store].delete(key)
    else stores[store].put(value, key)
  })
const without = (row: unknown, ...names: string[]) =>
  Object.fromEntries(Object.entries(row as object).filter(([name]) => !names.includes(name)))

/** What a record becomes. */
const garbage: [string, unknown][] = [
  ['a text', 'abîmé'],
  ['a number', 7],
  ['nothing', null],
  ['an empty object', {}],
  ['an empty list', []],
]

const draft = { ...newDossier('enrolment', 1, { nom: 'Traoré' }), id: 'a' }

describe('a request whose record is damaged', () => {
  beforeEach(async () => {
    await saveDossier(draft)
    await queueRequest(photo('first'), 5)
    await queueRequest(photo('other', { requestKey: 'simcard' }), 5)
  })

  test.each([
    ['its state', (row: unknown) => without(row, 'state')],
    ['its shape', (row: unknown) => without(row, 'shape')],
    ['all but its place', ({ id, dossier, requestKey }: never) => ({ id, dossier, requestKey })],
    ['sense', (row: unknown) => ({ ...(row as object), createdAt: 'hier', attempts: null })],
  ])('and has lost %s is to be given again, at once, and the others go on', async (_, damage) => {
    const { id } = await only('a', 'attest')
    await put('queue', id, damage((await readDisk()).queue[id] as never))
    expect(isDamaged(await only('a', 'attest'))).toBe(true)
    expect((await itemsOf('a')).filter(isToSend)).toMatchObject([{ requestKey: 'simcard' }])
    const [given] = (await givenIn('a')).filter(({ document }) => document === 'attest')
    expect(given?.request?.state).toBe('refused')
    await queueRequest(photo('first'), 6)
    expect(await only('a', 'attest')).toMatchObject({ state: 'waiting', createdAt: 6 })
    expect(Object.keys((await readDisk()).queue)).toHaveLength(2)
  })

  test.each(garbage)('and is %s is told, and stays until the student has read of it', async (_, value) => {
    const { id } = await only('a', 'attest')
    await put('queue', id, value)
    expect((await itemsOf('a')).map(({ requestKey }) => requestKey)).toEqual(['simcard'])
    const unread = await readUnread()
    expect(unread).toEqual({ newer: 0, dossiers: [], queue: [id] })
    await forgetUnread(unread)
    expect(await readUnread()).toEqual({ newer: 0, dossiers: [], queue: [] })
    expect(Object.keys((await readDisk()).payloads)).toHaveLength(1)
  })

  test('and is of a newer build is told as that, and nothing touches it', async () => {
    const { id } = await only('a', 'attest')
    const row = { ...(await only('a', 'attest')), shape: 2 }
    await put('queue', id, row)
    const unread = await readUnread()
    expect(unread).toEqual({ newer: 1, dossiers: [], queue: [] })
    await forgetUnread(unread)
    await queueRequest(photo('second'), 6)
    expect((await readDisk()).queue[id]).toEqual(row)
  })

  test.each([['gone', undefined], ['an empty text', ''], ...garbage.slice(1)])(
    'or whose body is %s is refused at the first look, and the others leave',
    async (_, value) => {
      const { id } = await only('a', 'attest')
      await put('payloads', id, value)
      const items = await itemsOf('a')
      const { ports, sent, recorded } = handPorts(items, async () => ({ status: 1, msg: '' }))
      await flush({ ...ports, payloadOf, now: () => 9 })
      expect(sent).toEqual([(await only('a', 'simcard')).id])
      expect(recorded).toContainEqual([id, expect.objectContaining({ problem: { kind: 'damaged' } })])
      await giveUpDamaged(id, 6)
      expect(isDamaged(await only('a', 'attest'))).toBe(true)
      await queueRequest(photo('first'), 7)
      expect(await payloadOf((await only('a', 'attest')).id)).toContain('first')
    },
  )

  test('does not keep the dossier from being moved, nor from being erased', async () => {
    const [{ id }, other] = [await only('a', 'attest'), await only('a', 'simcard')]
    await put('payloads', id, 5)
    await put('queue', 'x', null)
    await put('sourceFiles', sourceFileKey('a', 'carteid'), 'abîmé')
    const contents = await contentsOf('a')
    expect(contents?.files).toEqual([])
    expect(contents?.items.map(({ item, body }) => [item.id, typeof body]).sort()).toEqual(
      [
        [id, 'undefined'],
        [other.id, 'string'],
      ].sort(),
    )
    await eraseDossier('a', true)
    expect((await readDisk()).payloads).toEqual({})
  })
})

describe('a photo that is not sent yet', () => {
  const encryptedPart = { iv: new ArrayBuffer(12), ciphertext: new ArrayBuffer(40) }
  beforeEach(() => saveDossier(draft))

  test.each([...garbage, ['without its bytes', { bytes: new ArrayBuffer(0) }], ['half', { head: encryptedPart }]])(
    'and is %s is told in its row, and gives way to another or to none',
    async (_, value) => {
      await put('sourceFiles', sourceFileKey('a', 'attest'), value)
      const [given] = await givenIn('a')
      expect([given?.document, given?.request && isDamaged(given.request)]).toEqual(['attest', true])
      await keepSourceFile('a', 'attest', sourceFile)
      expect(await givenIn('a')).toEqual([])
      await put('sourceFiles', sourceFileKey('a', 'attest'), value)
      await withdrawPhoto('a', 'attest')
      expect(await hasSourceFiles()).toBe(false)
    },
  )
})

describe('a draft', () => {
  test.each([
    ...garbage,
    ['an answer that is no text', { ...draft, answers: { nom: 7 } }],
    ['no answers', without(draft, 'answers')],
    ['a kind that nobody knows', { ...draft, kind: 'loan' }],
  ])('that is damaged to %s is told, stays until the student has read of it, and is no wiped one', async (_, value) => {
    await put('dossiers', 'a', value)
    expect((await openEnrolment()).draft).toBeUndefined()
    const unread = await readUnread()
    expect(unread).toEqual({ newer: 0, dossiers: ['a'], queue: [] })
    expect((await readDisk()).dossiers).toEqual({ a: value })
    await forgetUnread(unread)
    expect((await readDisk()).dossiers).toEqual({})
  })

  test('that a newer build has written is told as that, and no open page writes over it', async () => {
    const newer = { ...draft, shape: 2 }
    await put('dossiers', 'a', newer)
    expect(await readUnread()).toEqual({ newer: 1, dossiers: [], queue: [] })
    const writing = changeDossier('a', stored => stored ?? draft)
    expect(await writing.catch(storageTrouble)).toBe('outdated')
    expect((await readDisk()).dossiers).toEqual({ a: newer })
  })
})

describe('on a shared tablet', () => {
  const code = '480215'
  const locked = async () => {
    await shareDevice()
    const { id } = await createEncrypted('enrolment', code, 1)
    await queueRequest(photo('first', { dossier: id }), 5)
    lock()
    return id
  }

  test.each(garbage)('a flag that is damaged to %s never makes it an own device', async (_, value) => {
    await shareDevice()
    await put('device', deviceStore.isShared, value)
    expect([await isShared(), await readMode()]).toEqual([true, 'shared'])
    // A worker has no marker.
    vi.stubGlobal('localStorage', undefined)
    await put('device', deviceStore.isShared, value)
    expect(await isShared()).toBe(true)
    vi.unstubAllGlobals()
  })

  test.each([['lost', undefined], ...garbage])(
    'a device key that is %s costs what it encrypted, and nothing later',
    async (_, value) => {
      const id = await locked()
      await put('device', deviceStore.cipherKey, value)
      const before = await only(id, 'attest')
      expect(await payloadOf(before.id).catch(problemOf)).toEqual({ kind: 'damaged' })
      await giveUpDamaged(before.id, 6)
      expect(await tryCode(id, code, 7)).toMatchObject({ kind: 'opened' })
      await queueRequest(photo('second', { dossier: id }), 8)
      expect(await payloadOf((await only(id, 'attest')).id)).toContain('second')
    },
  )

  test.each([
    ['its guess key', (id: string) => put('device', deviceStore.guessKey(id), 'abîmé')],
    ['its box', async (id: string) => put('dossiers', id, without((await readDisk()).dossiers[id], 'wrappedKey'))],
    ['its count', async (id: string) => put('dossiers', id, without((await readDisk()).dossiers[id], 'guesses'))],
    ['its answers', async (id: string) => put('dossiers', id, without((await readDisk()).dossiers[id], 'ciphertext'))],
  ])('a dossier that has lost %s is told to be altered', async (_, damage) => {
    const id = await locked()
    await damage(id)
    expect(await tryCode(id, code, 7)).toEqual({ kind: 'altered' })
    expect(openDossier()).toBeUndefined()
  })

  test.each(garbage)('a dossier that is %s is told', async (_, value) => {
    const id = await locked()
    await put('dossiers', id, value)
    expect((await readUnread()).dossiers).toEqual([id])
  })
})

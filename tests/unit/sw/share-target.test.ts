import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listReceived, type Received, readReceived } from '../../../src/core/db/received.ts'
import { ownDevice, readMode, shareDevice } from '../../../src/core/db/shared-mode.ts'
import { giveReceived, receive } from '../../../sw/share-target.ts'
import { openDevice, wipeDevice } from '../setup/device.ts'
import { later } from '../setup/later.ts'
import { freshLocalStorage } from '../setup/local-storage.ts'

/** Photos that another app shares and that the phone has still to fetch: some never come. */

beforeEach(async () => {
  await wipeDevice()
  await openDevice()
  await ownDevice()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('self', { location: { origin: 'https://portail.example' } })
  // A worker's address stands before what it redirects to; Node has none.
  vi.stubGlobal('Response', { redirect: (to: string) => to })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fileNamed = (name: string) => new File([name], name, { type: 'image/jpeg' })

/** Comes, or fails to, when the test says so. */
function inCloud(name: string) {
  const file = fileNamed(name)
  const bytes = later<ArrayBuffer>()
  file.arrayBuffer = () => bytes.promise
  return { file, come: () => bytes.resolve(new ArrayBuffer(1)), fail: bytes.reject }
}

/** The answer, and what keeps the worker alive. */
function shared(...files: File[]) {
  const kept: Promise<unknown>[] = []
  const request = { headers: new Headers(), referrer: '', formData: async () => ({ getAll: () => files }) }
  const answer = receive({
    request: request as unknown as Request,
    waitUntil: promise => {
      kept.push(promise)
    },
  })
  return { answer: answer as Promise<unknown>, ends: () => Promise.all(kept) }
}

const names = async () => (await Promise.all((await listReceived()).map(readReceived))).map(one => one?.name)
const patience = () => vi.advanceTimersByTime(5_000)

test('what lies on the phone is on the disk before the page opens, in its order', async () => {
  const { answer } = shared(fileNamed('a'), fileNamed('b'))
  expect(await answer).toBe('/partage')
  expect(await names()).toEqual(['a', 'b'])
})

test('one that does not come holds up neither the page nor the others, and is kept when it comes', async () => {
  const { file, come } = inCloud('late')
  const { answer, ends } = shared(file, fileNamed('b'))
  await vi.waitFor(async () => expect(await names()).toEqual(['b']))
  patience()
  expect(await answer).toBe('/partage?encore')
  come()
  await ends()
  expect(await names()).toEqual(['late', 'b'])
})

test('one that cannot be fetched is told, and the others are kept', async () => {
  const { file, fail } = inCloud('lost')
  const { answer } = shared(file, fileNamed('b'))
  fail(new DOMException('Gone.', 'NotReadableError'))
  expect(await answer).toBe('/partage')
  const all = await Promise.all((await listReceived()).map(readReceived))
  expect(all).toMatchObject([{ name: 'lost', declined: 'unread' }, { name: 'b' }])
})

test('a page that asked before it had come is given it when it comes, also on a shared device', async () => {
  await shareDevice()
  const { file, come } = inCloud('late')
  const { answer, ends } = shared(file, fileNamed('b'))
  const given: string[][] = []
  const port = { postMessage: ({ all }: { all: Received[] }) => given.push(all.map(({ name }) => name)) }
  patience()
  expect(await answer).toBe('/partage?encore')
  giveReceived(port as unknown as MessagePort)
  come()
  await ends()
  await vi.waitFor(() => expect(given.flat().sort()).toEqual(['b', 'late']))
  expect(given.at(-1)).toContain('late')
  expect(await listReceived()).toEqual([])
})

describe('where the browser has thrown the database away', () => {
  const box = freshLocalStorage()
  /** A worker has none. */
  const withoutStorage = () => vi.stubGlobal('localStorage', undefined)

  test.each(['shared', 'own'] as const)(
    'nothing lies on the disk until a page has looked whose it is, and then as on any device: %s',
    async mode => {
      if (mode === 'shared') await shareDevice()
      const page = globalThis.localStorage
      withoutStorage()
      await wipeDevice()
      expect(await shared(fileNamed('a')).answer).toBe('/partage?encore')
      expect(await listReceived()).toEqual([])

      vi.stubGlobal('localStorage', page)
      expect(await readMode()).toBe(mode)
      withoutStorage()
      await shared(fileNamed('b')).ends()
      expect(await names()).toEqual(mode === 'own' ? ['b'] : [])
      expect([...box.keys()]).toEqual(mode === 'own' ? [] : ['portail-partage'])
    },
  )
})

import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { wipeDevice } from '../../setup/device.ts'
import { silentOpenings } from '../../setup/failing-disk.ts'
import { watchReports } from '../../setup/reports.ts'
import { json, Wire } from '../../setup/wire.ts'

const reports = watchReports()
const wire = await new Wire().start()
vi.stubEnv('VITE_API_CURRENT', wire.url)
const { chronoQuery } = await import('../../../../src/features/home/chrono-query.ts')
const { judgeDates } = await import('../../../../src/features/home/dates.rule.ts')
const { recallDates, askMissingDates } = await import('../../../../src/features/home/dates.ts')
const { keep, keptDates } = await import('../../../../src/core/db/kept.ts')
const { deviceStore } = await import('../../../../src/core/db/device-store.ts')

afterAll(() => {
  vi.unstubAllEnvs()
  return wire.stop()
})
beforeEach(async () => {
  await wipeDevice()
  wire.received.length = 0
})

const day = 24 * 3600 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const answers = (statut: number, dateHeure: string) => {
  wire.reply = (_, response) => json(response, { statut, resultat: { message: 'Du serveur', dateHeure } })
}
const ask = () => new QueryClient().fetchQuery({ ...chronoQuery, retry: false })
/** What the answer brings is on the disk a moment after it is shown. */
async function askAndKeep() {
  const verdict = await ask()
  await expect.poll(recallDates).toEqual({ ...verdict, kept: true })
}
const openNow = async () => judgeDates(await ask().catch((): undefined => undefined), Date.now()).window.open

describe('the window of enrolment', () => {
  test('follows the fresh answer, which is kept, also when it closes what was open', async () => {
    answers(1, inDays(2))
    const verdict = await ask()
    expect(wire.received).toMatchObject([{ path: '/etudiant/enrolement/chrono', body: '{}' }])
    expect(verdict).toMatchObject({ kept: false, chrono: { statut: 1, message: 'Du serveur' } })
    await expect.poll(recallDates).toEqual({ ...verdict, kept: true })
    answers(0, '')
    expect(await openNow()).toBe(false)
    await expect.poll(recallDates).toMatchObject({ chrono: { statut: 0 } })
  })

  test('follows the fresh answer on a disk that never answers', async () => {
    const disk = silentOpenings()
    answers(1, inDays(2))
    expect(await openNow()).toBe(true)
    disk.answer()
    await expect.poll(recallDates).toMatchObject({ chrono: { statut: 1 } })
  })

  test('is closed while nothing has answered', () => expect(judgeDates(undefined, Date.now()).window.open).toBe(false))
})

test('a page that shows no dates asks for them where none are kept, and those that are kept are known then', async () => {
  const asked = async () => {
    wire.received.length = 0
    await askMissingDates()
    return wire.received.length
  }
  answers(1, inDays(2))
  expect(await asked()).toBe(1)
  await expect.poll(() => keptDates.get()).toMatchObject({ reply: { statut: 1, message: 'Du serveur' } })
  expect(await asked()).toBe(0)
  await wipeDevice()
  expect(await asked()).toBe(1)
})

describe('while an error passes', () => {
  const passing: [string, Wire['reply']][] = [
    ['the connection is cut', (_, response) => response.destroy()],
    ['a captive portal answers', (_, response) => response.end('<html>')],
    ['the answer is cut', (_, response) => response.end('{"statut":1,"resul')],
    ['the date can’t be read', (_, response) => json(response, { statut: 1, resultat: { dateHeure: 'demain' } })],
    ['the server is broken', (_, response) => json(response, {}, 500)],
    ['the server is overloaded', (_, response) => json(response, { status: 0, msg: 'Non' }, 503)],
    ['too many ask', (_, response) => json(response, {}, 429)],
  ]
  test.each(passing)('because %s, a student whose window was open goes on until it has ended', async (_, reply) => {
    answers(1, inDays(2))
    await askAndKeep()
    wire.reply = reply
    expect(await ask()).toMatchObject({ kept: true, chrono: { statut: 1 } })
    expect(await openNow()).toBe(true)
    answers(1, inDays(-1))
    expect(await openNow()).toBe(true)
    await expect.poll(async () => (await recallDates())?.chrono.target).toBeLessThan(Date.now())
    wire.reply = reply
    expect(await openNow()).toBe(false)
  })

  test.each(passing)('because %s, a student who was never here finds it closed', async (_, reply) => {
    wire.reply = reply
    expect(await openNow()).toBe(false)
  })
})

test.each([400, 403, 404])('an error %i of the server closes the window, whatever was kept', async code => {
  answers(1, inDays(2))
  await askAndKeep()
  wire.reply = (_, response) => json(response, { status: 0, msg: 'Non' }, code)
  await expect(ask()).rejects.toMatchObject({ problem: { kind: 'http', code } })
  expect(await openNow()).toBe(false)
  expect(await recallDates()).toMatchObject({ chrono: { statut: 1 } })
})

test('the kept answer is judged by the provider’s clock, which the phone had learned', async () => {
  const target = Date.now() + day
  const chrono = { statut: 1, message: '', target }
  await keep(deviceStore.chrono, { reply: chrono, at: Date.now(), offset: 2 * day })
  wire.reply = (_, response) => response.destroy()
  expect(await openNow()).toBe(false)
})

test('a device that keeps nothing goes on by the last answer of this visit', async () => {
  const client = new QueryClient()
  const asked = () => client.fetchQuery({ ...chronoQuery, retry: false, staleTime: 0 })
  answers(1, inDays(2))
  await asked()
  await wipeDevice()
  wire.reply = (_, response) => json(response, {}, 500)
  expect(await asked()).toMatchObject({ kept: true, chrono: { statut: 1 } })
})

test('a device that keeps nothing still shows the fresh answer', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError')
  })
  answers(1, inDays(2))
  expect(await openNow()).toBe(true)
  await expect.poll(() => reports.take()).toMatchObject([{ name: 'QuotaExceededError' }])
  put.mockRestore()
})

test.each([
  ['a phone of 2015 keeps the window open, and counts from when the provider last answered', -11 * 365 * day],
  ['a phone of 2040 does not close it', 14 * 365 * day],
])('where the date of the phone is years off, without a network, %s', async (_, off) => {
  answers(1, inDays(2.5))
  await askAndKeep()
  wire.reply = (_, response) => response.destroy()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
  const { window } = judgeDates(await recallDates(), Date.now())
  vi.useRealTimers()
  expect(window).toMatchObject({ open: true, counters: { days: 2 } })
})

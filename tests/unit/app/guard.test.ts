import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mayEnrol } from '../../../src/app/guard.ts'
import { createQueryClient } from '../../../src/app/query-client.ts'
import { deviceStore } from '../../../src/core/db/device-store.ts'
import { keep } from '../../../src/core/db/kept.ts'
import { wipeDevice } from '../setup/device.ts'
import { watchReports } from '../setup/reports.ts'

const day = 24 * 3600 * 1000
watchReports()
const asked = vi.fn<typeof fetch>()

beforeEach(async () => {
  await wipeDevice()
  const reply = { statut: 1, message: '', target: Date.now() + day }
  await keep(deviceStore.chrono, { reply, at: Date.now(), offset: 0 })
  asked.mockReset()
  vi.stubGlobal('fetch', asked)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answers = (code: number, statut = 1) => {
  const dateHeure = new Date(Date.now() + day).toISOString()
  const answer = { statut, resultat: { message: '', dateHeure } }
  asked.mockImplementation(async () => Response.json(answer, { status: code }))
}

/** In steps, so that the disk may answer between them. */
async function pass(seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 10; step += 1) await vi.advanceTimersByTimeAsync(100)
}

/** The wizard's unlock screen as the router has it: each time that it is told to, it asks the guard again. */
function entry() {
  const client = createQueryClient()
  const verdicts: boolean[] = []
  const ask = (): Promise<void> => mayEnrol(client, () => void ask()).then(open => void verdicts.push(open))
  return { ask, verdicts }
}

test.each([500, 503, 429])(
  'a student of whom nothing was kept finds the unlock screen closed by an error %i, until the next answer',
  async code => {
    await wipeDevice()
    answers(code)
    const { ask, verdicts } = entry()
    void ask()
    await pass(10)
    expect(verdicts).toEqual([false])
    answers(200)
    void ask()
    await pass(10)
    expect(verdicts).toEqual([false, true])
  },
)

test('an error closes what the server had opened a moment before', async () => {
  answers(200)
  const client = createQueryClient()
  const recheck = vi.fn()
  expect(await mayEnrol(client, recheck)).toBe(true)
  answers(404)
  await client.refetchQueries()
  expect(await mayEnrol(client, recheck)).toBe(false)
  expect(recheck).not.toHaveBeenCalled()
})

const error = (status: number) => async () => Response.json({}, { status })
test.each<[string, () => Promise<Response>]>([
  ['meets a broken server', error(500)],
  ['meets a busy server', error(503)],
  ['asks too often', error(429)],
  ['is cut off', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['meets a captive portal', async () => new Response('<html>')],
  ['gets no answer', () => new Promise(() => {})],
])('a student whose window was open and whose phone %s is let in, and never thrown out again', async (_, reply) => {
  asked.mockImplementation(reply)
  const { ask, verdicts } = entry()
  for (const times of [1, 2]) {
    void ask()
    await pass(60)
    expect(verdicts).toEqual(Array(times).fill(true))
  }
})

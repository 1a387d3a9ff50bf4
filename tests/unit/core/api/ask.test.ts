import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { json, Wire } from '../../setup/wire.ts'

const wire = await new Wire().start()
vi.stubEnv('VITE_API_CURRENT', wire.url)
let ask: typeof import('../../../../src/core/api/call.ts').askProvider

afterAll(() => {
  vi.unstubAllEnvs()
  return wire.stop()
})
beforeEach(async () => {
  vi.resetModules()
  vi.useRealTimers()
  ask = (await import('../../../../src/core/api/call.ts')).askProvider
  wire.received.length = 0
  wire.reply = (_, response) => json(response, { status: 0, msg: 'Patientez.' }, 429, { 'Retry-After': '60' })
})

const asking = (endpoint: 'fileByPhone' | 'status/2021/phone' = 'fileByPhone') =>
  ask(endpoint, { phone: '76123456' }).then(
    () => undefined,
    ({ problem }) => problem,
  )

test('until the pause is over nobody asks, and who would is told the same and what is left of it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = await asking()
  expect(first).toMatchObject({ code: 429, retryAfter: 60, reply: { msg: 'Patientez.' } })
  vi.setSystemTime(Date.now() + 45_000)
  expect(await asking()).toEqual({ ...first, retryAfter: 15 })
  expect(wire.received).toHaveLength(1)
  vi.setSystemTime(Date.now() + 15_000)
  await asking()
  expect(wire.received).toHaveLength(2)
})

test('a pause of one call is none of another', async () => {
  await asking()
  await asking('status/2021/phone')
  expect(wire.received).toHaveLength(2)
})

test('a device whose clock is set back does not wait for years', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await asking()
  vi.setSystemTime(Date.now() - 365 * 86_400_000)
  await asking()
  expect(wire.received).toHaveLength(2)
})

test('an error that names no pause is asked again at any time', async () => {
  wire.reply = (_, response) => json(response, {}, 503)
  await asking()
  await asking()
  expect(wire.received).toHaveLength(2)
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freshPage } from '../setup/fresh-page.ts'
import { later } from '../setup/later.ts'
import { passTime } from '../setup/pass-time.ts'
import { WebLocks } from '../setup/web-locks.ts'

let locks = new WebLocks()

beforeEach(() => {
  locks = new WebLocks()
  vi.stubGlobal('navigator', { locks })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const forever = () => new Promise<never>(() => {})

/** A tab with modules and memory of its own; locks and channels are one. */
const openTab = () =>
  freshPage(
    () => import('../../../src/outbox/turn.ts'),
    () => import('../../../src/core/platform/locks.ts'),
    () => import('../../../src/outbox/items.ts'),
  )
type Tab = Awaited<ReturnType<typeof openTab>>

/** The tab has something to send, and looks each second whether it may. @returns after how many it sent */
async function secondsUntilSent({ alone }: Tab, most: number): Promise<number | undefined> {
  let sent = false
  for (let second = 0; second < most; second++) {
    await alone(async () => {
      sent = true
    })
    if (sent) return second
    await passTime(1_000)
  }
  return undefined
}

/** A tab sends, and ends it for nothing but its signal. */
async function sendingForever({ alone }: Tab) {
  const signal = later<AbortSignal>()
  const work = alone(over => {
    signal.resolve(over)
    return forever()
  }).catch((error: unknown) => error)
  await passTime(0)
  return { over: await signal.promise, work }
}

/** A tab that was frozen without a word: it holds the lock, and no timer of it runs. */
const frozen = () => locks.request('outbox', forever).catch((error: unknown) => error)

describe('a page that is frozen, or left', () => {
  test('stops sending and lets the next one send at once, whatever it is still waiting for', async () => {
    const [first, second] = [await openTab(), await openTab()]
    const { over } = await sendingForever(first)
    expect(await secondsUntilSent(second, 3)).toBeUndefined()
    expect(over.aborted).toBe(false)
    first.leave()
    expect(over.aborted).toBe(true)
    await passTime(0)
    expect(await secondsUntilSent(second, 3)).toBe(0)
  })

  test('sends again once it is back', async () => {
    const only = await openTab()
    const work = only.alone(over => new Promise(end => over.addEventListener('abort', () => end())))
    await passTime(0)
    only.leave()
    await work
    expect(await secondsUntilSent(only, 3)).toBe(0)
  })

  test('lets go of any other lock too, and ends under none what it had begun', async () => {
    const { runUnderLock, leave } = await openTab()
    const done = later<string>()
    const work = runUnderLock('photo/1', {}, () => done.promise)
    await passTime(0)
    leave()
    expect(await locks.request('photo/1', async () => 'the next one')).toBe('the next one')
    done.resolve('all the same')
    expect(await work).toBe('all the same')
  })
})

describe('a page that was frozen without a chance to let go', () => {
  test('loses its turn within a minute and a half, and hears so when it thaws', async () => {
    const holder = frozen()
    const seconds = await secondsUntilSent(await openTab(), 120)
    expect(seconds).toBeGreaterThan(60)
    expect(seconds).toBeLessThan(90)
    expect(await holder).toMatchObject({ name: 'AbortError' })
  })

  test('does not hold up a dossier that is to move for longer', async () => {
    void frozen()
    const { withoutSender } = await openTab()
    const moved = vi.fn()
    const moving = withoutSender(async () => moved())
    await passTime(60_000)
    expect(moved).not.toHaveBeenCalled()
    await passTime(30_000)
    await moving
    expect(moved).toHaveBeenCalledOnce()
  })

  test('stops at once when it hears that its turn was taken', async () => {
    const { over, work } = await sendingForever(await openTab())
    void locks.request('outbox', { steal: true }, forever)
    expect(await work).toMatchObject({ name: 'AbortError' })
    expect(over.aborted).toBe(true)
  })

  test('is not told from one that is at work where this page has slept itself', async () => {
    const [first, second] = [await openTab(), await openTab()]
    await sendingForever(first)
    expect(await secondsUntilSent(second, 3)).toBeUndefined()
    // No timer of any page ran meanwhile.
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    expect(await secondsUntilSent(second, 30)).toBeUndefined()
  })
})

test('a page that gives a sign now and then keeps its turn, out of sight too, where timers run once a minute', async () => {
  const [first, second, third] = [await openTab(), await openTab(), await openTab()]
  await sendingForever(first)
  void third.withoutSender(async () => expect.unreachable())
  for (let minute = 0; minute < 3; minute++) {
    expect(await secondsUntilSent(second, 60)).toBeUndefined()
    first.announce({ kind: 'sending', id: 'a', sent: 1, total: 2 })
  }
})

test('a browser is asked who waits for the lock of the sender', async () => {
  const { isAwaited } = await openTab()
  for (const [pending, isWaiting] of [
    [{ name: 'photo/1' }, false],
    [{ name: 'outbox' }, true],
    [{ name: 'outbox', mode: 'shared' }, false],
  ] as const) {
    vi.stubGlobal('navigator', { locks: { query: async () => ({ pending: [pending] }) } })
    expect(await isAwaited()).toBe(isWaiting)
  }
})

describe('where there are no Web Locks', () => {
  async function sendingTab() {
    vi.stubGlobal('navigator', {})
    const tab = await openTab()
    const sending = later<void>()
    const told: string[] = []
    const say = (word: string) => async () => void told.push(word)
    const first = tab.alone(() => sending.promise.then(say('sent')))
    return { ...tab, sending, told, say, first }
  }

  test('the turn is kept within the page', async () => {
    const { alone, withoutSender, isAwaited, sending, told, say, first } = await sendingTab()
    await alone(say('beside'))
    const second = withoutSender(async () => {
      await alone(say('inside'))
      told.push('withoutSender')
    })
    expect(await isAwaited()).toBe(true)
    sending.resolve()
    await Promise.all([first, second])
    expect(told).toEqual(['sent', 'withoutSender'])
    expect(await isAwaited()).toBe(false)
    await alone(say('after'))
    expect(told.at(-1)).toBe('after')
  })

  test('what is in no hurry waits for the sending, and does not stop it', async () => {
    const { awaitIdle, isAwaited, sending, told, say, first } = await sendingTab()
    const second = awaitIdle(new AbortController().signal).then(say('idle'))
    expect(await isAwaited()).toBe(false)
    sending.resolve()
    await Promise.all([first, second])
    expect(told).toEqual(['sent', 'idle'])
  })
})

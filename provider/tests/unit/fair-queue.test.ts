import { describe, expect, test } from 'vitest'
import { FairQueue } from '../../src/images/fair-queue.ts'
import { clientOf } from '../../src/limits/who.ts'

/** A clock that jumps to whoever waits the shortest, once all else is done. */
function createClock() {
  const sleepers: { at: number; wake: () => void }[] = []
  let now = 0
  return {
    now: () => now,
    sleep: (ms: number) => new Promise<void>(wake => sleepers.push({ at: now + ms, wake })),
    async runUntil(end: number) {
      for (;;) {
        await new Promise(setImmediate)
        sleepers.sort((one, other) => one.at - other.at)
        const next = sleepers.shift()
        if (!next || next.at > end) return
        now = next.at
        next.wake()
      }
    },
  }
}

interface Sender {
  address: string | (() => string)
  /** How many of its uploads are on their way at once. */
  together: number
  promisedMs: number
  tookMs: number
  isSuspect?: boolean
  /** Between the answer and the next upload. */
  pauseMs?: number
  fromMs?: number
}

/** Two places for a minute: of each sender how many pictures were decoded, and the longest wait. */
async function play(senders: readonly Sender[]) {
  const clock = createClock()
  const queue = new FairQueue(2, clock.now)
  const seen = senders.map(() => ({ decoded: 0, longestMs: 0 }))
  for (const [nth, sender] of senders.entries()) {
    const { address, together, promisedMs, tookMs, isSuspect = false, pauseMs = 1, fromMs = 0 } = sender
    const own = seen[nth]
    const upload = async (phone: number) => {
      await clock.sleep(fromMs)
      for (;;) {
        const began = clock.now()
        const from = clientOf(typeof address === 'string' ? address : address())
        const owner = { address: from, student: `${phone}`, isSuspect }
        await queue.run(owner, promisedMs, () => clock.sleep(tookMs))
        if (own) own.decoded += 1
        if (own) own.longestMs = Math.max(own.longestMs, clock.now() - began)
        await clock.sleep(pauseMs)
      }
    }
    for (let phone = 0; phone < together; phone += 1) void upload(phone)
  }
  await clock.runUntil(60_000)
  return seen
}

const times = <Item>(count: number, make: (nth: number) => Item) => Array.from({ length: count }, (_, nth) => make(nth))
const light = { promisedMs: 3, tookMs: 7 }
const heavy = { promisedMs: 400, tookMs: 400 }
const campus: Sender = { address: '198.51.100.7', together: 20, ...light }
const home: Sender = { address: '203.0.113.5', together: 1, pauseMs: 500, ...light }
const strangers = (count: number, sender: Partial<Sender>) =>
  times(count, nth => ({ address: `192.0.2.${nth}`, together: 4, ...heavy, ...sender }))
const [alone] = await play([campus])

describe('beside a campus whose photographs keep both decoders at work, and a phone at home,', () => {
  test.each([
    ['a stranger’s heavy pictures', 1, {}, 0.8, 50],
    ['those of ten strangers', 10, {}, 0.8, 50],
    ['those that are sent one after the other', 1, { together: 1 }, 0.8, 50],
    ['those of ten suspects', 10, { isSuspect: true }, 0.8, 50],
    ['light ones of ten suspects', 10, { isSuspect: true, ...light }, 0.8, 50],
    ['as many light ones of a stranger', 1, { together: 20, ...light }, 0.45, 50],
    ['some that take three times as long', 1, { promisedMs: 20, tookMs: 21 }, 0.45, 50],
    ['some that promise little and take long', 1, { promisedMs: 3 }, 0.45, 400],
    ['some that hang until they are stopped', 1, { promisedMs: 3, tookMs: 20_000 }, 0.3, 20_000],
  ] as const)('%s leave each its share', async (_, count, sender, share, longestMs) => {
    const [kept, phone] = await play([campus, home, ...strangers(count, sender)])
    expect((kept?.decoded ?? 0) / (alone?.decoded ?? 0)).toBeGreaterThan(share)
    expect(phone?.longestMs).toBeLessThan(longestMs)
  })
})

test('a phone that prepares nothing has its turn among the heavy pictures of ten strangers', async () => {
  const unprepared: Sender = { address: '203.0.113.6', together: 1, promisedMs: 110, tookMs: 110 }
  const [, phone] = await play([campus, unprepared, ...strangers(10, {})])
  expect(phone?.decoded).toBeGreaterThan(3)
})

test('what a campus had while it was alone does not count against it', async () => {
  const late = strangers(1, { ...light, together: 20, fromMs: 30_000 })
  const [kept, other] = await play([campus, ...late])
  expect((kept?.decoded ?? 0) / (alone?.decoded ?? 0)).toBeGreaterThan(0.7)
  expect((other?.decoded ?? 0) / (alone?.decoded ?? 0)).toBeGreaterThan(0.2)
})

test('a campus has its turn among strangers who never come from one network twice', async () => {
  let networks = 0
  const address = () => `10.${networks >> 16}.${(networks >> 8) & 255}.${networks++ & 255}`
  const [kept] = await play([campus, ...times(40, () => ({ address, together: 1, ...light }))])
  expect((kept?.decoded ?? 0) / (alone?.decoded ?? 0)).toBeGreaterThan(1 / 50)
})

/** In which order those come who wait for one place. */
async function orderOf(who: readonly [address: string, matricule: string, isSuspect?: true][]): Promise<string[]> {
  const queue = new FairQueue(1)
  const order: string[] = []
  await Promise.all(
    who.map(([address, matricule, isSuspect = false]) =>
      queue.run(
        { address: clientOf(address), student: matricule, isSuspect },
        3,
        async () => void order.push(matricule),
      ),
    ),
  )
  return order
}

test('addresses take turns, and so do the students of one', async () => {
  const [flood, elsewhere] = ['198.51.100.66', '198.51.100.7']
  const order = await orderOf([
    ...times(5, (): [string, string] => [flood, 'victim']),
    [flood, 'neighbour'],
    [elsewhere, 'student'],
    [elsewhere, 'student'],
  ])
  expect(order).toEqual(['victim', 'victim', 'student', 'neighbour', 'student', 'victim', 'victim', 'victim'])
})

test('one IPv6 site has one turn, however many addresses it takes', async () => {
  const site = times(256, (nth): [string, string] => [`2001:db8:1:${(nth * 256).toString(16)}::1`, 'flood'])
  const order = await orderOf([...site, ...times(5, (nth): [string, string] => ['198.51.100.7', `student ${nth}`])])
  const places = times(5, nth => order.indexOf(`student ${nth}`))
  expect(places).toEqual([2, 4, 6, 8, 10])
})

test('an address that sends junk waits behind the others, but for a turn in nine', async () => {
  const order = await orderOf([
    ['198.51.100.1', 'first'],
    ...times(20, (): [string, string, true] => ['198.51.100.66', 'junk', true]),
    ...times(20, (nth): [string, string] => [`198.51.100.${nth + 7}`, 'student']),
  ])
  expect(order.slice(0, 21).filter(who => who === 'junk')).toHaveLength(3)
})

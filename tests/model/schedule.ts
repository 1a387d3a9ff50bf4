import * as fc from 'fast-check'
import { type Item, needsCode } from '../../src/outbox/item.ts'
import { random } from '../random.ts'
import { type Code, Device } from './device.ts'
import type { Fate } from './provider.ts'
import type { Dossier } from './student.ts'
import {
  asks,
  choices,
  codesGiven,
  diskFaults,
  edits,
  endings,
  exports,
  openings,
  perform,
  places,
  stormOf,
  type Verb,
  verbs,
  weatherOf,
  withdrawals,
} from './verbs.ts'
import { World } from './world.ts'

/** Then so many things happen, within so much time: a kill that follows comes between any two of them. */
const pause = fc.record({
  steps: fc.oneof(fc.nat(4), fc.nat(40), fc.constant(400)),
  ms: fc.constantFrom(0, 30, 1_000, 5_000, 60_000, 400_000),
})

export interface Schedule {
  seed: number
  backgroundSync: boolean
  /** Whether the provider announces uploads in parts. */
  announces: boolean
  /** Whether the student opens the portal once more at the end. */
  comesBack: boolean
  poison: { requestKey: string; fate: Fate } | undefined
  moves: Array<{ verb: Verb; after: { steps: number; ms: number } }>
}

/** What never passes must not hold up what can. */
const poisons = ['refused', 'asksCode', 'tooLarge413', 'unprocessable422', 'broken500', 'portalPage', 'stalls'] as const

const poisoned: fc.Arbitrary<Schedule['poison']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.record({ requestKey: fc.oneof(places, fc.constant('all')), fate: fc.constantFrom(...poisons) }),
  },
)

const schedulesOf = (verb: fc.Arbitrary<Verb>, poison: Schedule['poison'] | 'any'): fc.Arbitrary<Schedule> =>
  fc.record({
    seed: fc.nat(),
    backgroundSync: fc.boolean(),
    announces: fc.constantFrom(true, true, false),
    comesBack: fc.boolean(),
    poison: poison === 'any' ? poisoned : fc.constant(poison),
    moves: fc.array(fc.record({ verb, after: pause }), { minLength: 2, maxLength: 24, size: 'max' }),
  })

export const schedules = schedulesOf(verbs, 'any')

/** Much of one kind, for what is seldom met among everything. */
export const crowded = {
  byPauses: schedulesOf(fc.oneof(weatherOf('busy429', 'pause503'), choices), undefined),
  byDiskFaults: schedulesOf(fc.oneof(weatherOf('unreachable', 'broken500'), choices, diskFaults), undefined),
  byDeaths: schedulesOf(fc.oneof(choices, diskFaults, diskFaults, endings), undefined),
  byMending: schedulesOf(fc.oneof(choices, edits, openings), undefined),
  byTakingBack: schedulesOf(fc.oneof(choices, withdrawals), undefined),
  byHanding: schedulesOf(fc.oneof(choices, asks, exports, openings, weatherOf('slow', 'lostAnswer')), undefined),
  byCodes: schedulesOf(fc.oneof(choices, codesGiven, openings, weatherOf('asksCode', 'slow')), undefined),
  byParts: schedulesOf(
    fc.oneof(
      choices,
      openings,
      endings,
      stormOf('halfBody', 'halfBody', 'halfBody', 'good', 'good', 'lostAnswer', 'slow', 'portalPage'),
    ),
    undefined,
  ),
  byHanging: schedulesOf(choices, { requestKey: 'actenaiss', fate: 'stalls' }),
}

export interface Told {
  steps: number
  sent: number
}

/** @throws Violation when an invariant does not hold */
export async function play(schedule: Schedule, code: Code): Promise<Told> {
  const { seed, backgroundSync, announces, poison, moves } = schedule
  const world = new World(random(seed))
  const device = new Device(world, code, { backgroundSync, announces, poison })
  device.openTab(0)
  await world.run(400, 50)
  for (const { verb, after } of moves) {
    perform(verb, device)
    await world.run(after.steps, after.ms)
  }
  await settle(device, schedule)
  return { steps: world.steps, sent: device.watch.sent }
}

/** In milliseconds: the longest pause of ours, the longest hang, and some for what comes after. */
const patienceMs = 300_000 + 225_000 + 120_000

/** The network is good and stays so: now everything must pass. */
async function settle(device: Device, { poison, comesBack }: Schedule): Promise<void> {
  const { world, ledger } = device
  world.tell(() => '> the network is good from here')
  device.link.fates.length = 0
  device.failDisk(0)
  device.findNetwork()
  await goOnHere(device)
  // What a page that died has left is taken up by the next one; for all else, the one that stayed open is enough.
  if (comesBack || !device.hasTab || ledger.sourceFiles.size > 0) {
    device.killTab(0)
    device.openTab(0)
  }
  const started = world.now
  const isOpen = (item: Item) =>
    item.state === 'waiting' && poison?.requestKey !== 'all' && item.requestKey !== poison?.requestKey
  const left = () => [...ledger.items.values()].filter(isOpen)
  const late = () => left().filter(item => world.now > Math.max(started, orderedUntil(item)) + patienceMs)
  const { steps } = world
  device.watch.counts.clear()
  while (left().length > 0 || ledger.sourceFiles.size > 0) {
    giveCodes(device, left())
    await world.run(200, 10_000)
    if (late().length > 0)
      world.violated(`(4) the network is good, and ${late().map(({ requestKey }) => requestKey)} still wait`)
    if (ledger.sourceFiles.size > 0 && world.now > started + patienceMs)
      world.violated(`(4) ${[...ledger.sourceFiles.keys()]} were picked and never prepared`)
    if (world.steps > steps + mostSteps) world.violated('(4) the portal is busy without end')
  }
  // What is done stays done; what can't be done is tried less and less often.
  await world.run(mostSteps, poison ? 900_000 : 20_000)
  if (Math.max(0, ...device.watch.counts.values()) > mostAttempts) world.violated('what fails is sent over and over')
  device.watch.verify()
  world.verify()
}

/** Whoever is asked for a code gives it. */
function giveCodes(device: Device, left: readonly Item[]): void {
  for (const dossier of new Set(left.filter(needsCode).map(item => item.dossier as Dossier)))
    device
      .screenAt(0)
      .giveCode(dossier)
      .catch(fault => device.blame(fault, 'giveCode'))
}

/** What never came back from the other phone is gone on with on this one. */
async function goOnHere(device: Device): Promise<void> {
  const { world, ledger } = device
  // The last hand-over may still be on its way to the disk.
  await world.run(mostSteps, 1_000)
  const screen = device.screenAt(0)
  for (const dossier of ledger.handedOver())
    screen.cancelExport(dossier).catch(fault => device.blame(fault, 'cancelExport'))
  await world.run(mostSteps, 1_000)
}

/** Far more than any backlog needs: a phone that is as busy as that empties its battery. */
const mostSteps = 60_000
/** Of one item, in the quarter of an hour after which our pauses have grown to minutes. */
const mostAttempts = 35

const orderedUntil = ({ state, trouble, notBefore }: Item) =>
  state === 'waiting' && trouble?.kind === 'http' && trouble.retryAfter !== undefined ? notBefore : 0

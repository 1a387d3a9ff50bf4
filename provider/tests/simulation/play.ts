import { bundleDatabases, bundlePortal } from '../../../tests/model/bundle.ts'
import { type Code, Device } from '../../../tests/model/device.ts'
import { type Dossier, dossiers } from '../../../tests/model/student.ts'
import { Violation, World } from '../../../tests/model/world.ts'
import { random } from '../../../tests/random.ts'
import { Applicant, Memory } from './applicant.ts'
import { bundleProvider } from './bundle.ts'
import { Country, type Equipment } from './country.ts'
import { Line } from './line.ts'
import { RealPictures } from './pictures.ts'
import { Postgres } from './postgres.ts'
import { actOnce, type Scene } from './schedule.ts'

export type All = Equipment & { code: Code }

export async function equip(): Promise<All> {
  return {
    provider: await bundleProvider(),
    postgres: await Postgres.open(),
    pictures: await RealPictures.make(),
    code: { portal: await bundlePortal(), databases: await bundleDatabases() },
  }
}

/** What a seed has seen, which is the same each time. */
export interface Told {
  steps: number
  sent: number
  messages: number
  /** Virtual time from the beginning to the end, in seconds. */
  seconds: number
}

/**
 * A student's bad hours, and then good ones, all drawn from one number.
 * @throws Violation when a rule does not hold
 */
export async function play(seed: number, all: All, told = 60): Promise<Told> {
  const world = new World(random(seed))
  world.told = told
  const began = world.now
  const country = new Country(world, all)
  await country.open()
  await world.run(400, 2_000)
  const scene = stage(world, country, all)
  if (world.chance() < 0.7) await begin(scene)
  for (let left = world.between(6, 40); left > 0; left--) {
    actOnce(scene)
    await world.run(...pause(world))
    await world.meanwhile(country.truth.verifyOrder(all.postgres))
  }
  await settle(scene)
  await country.verify()
  const { sent } = scene.device.watch
  return { steps: world.steps, sent, messages: country.gateway.taken.size, seconds: (world.now - began) / 1000 }
}

export interface Played extends Omit<Told, 'steps'> {
  broken: { seed: number; rule: string; story: string }[]
}

/** One that is played alone tells its whole story. @param tell called after each seed */
export async function playSeeds(
  { from, seeds }: { from: number; seeds: number },
  all: All,
  tell: (played: number, so: Played) => void = () => undefined,
): Promise<Played> {
  const so: Played = { sent: 0, messages: 0, seconds: 0, broken: [] }
  for (let seed = from; seed < from + seeds; seed++) {
    try {
      const { sent, messages, seconds } = await play(seed, all, seeds === 1 ? Number.POSITIVE_INFINITY : 60)
      so.sent += sent
      so.messages += messages
      so.seconds += seconds
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      so.broken.push({ seed, rule: error.rule, story: error.message })
    }
    tell(seed - from + 1, so)
  }
  return so
}

/**
 * So many things happen, within so much time: an act that follows comes between any two of them.
 */
function pause(world: World): [steps: number, ms: number] {
  const steps = [world.between(0, 4), world.between(0, 60), 800, 800][world.between(0, 3)] ?? 0
  return [steps, [30, 1_000, 5_000, 20_000, 60_000, 400_000][world.between(0, 5)] ?? 0]
}

function stage(world: World, country: Country, { code, pictures }: All): Scene {
  let phones = 0
  const unpack = (): Device => {
    const number = ++phones
    let line: Line | undefined
    const device = new Device(world, code, {
      backgroundSync: world.chance() < 0.5,
      announces: true,
      poison: undefined,
      pictures,
      Screen: Applicant,
      cookies: () => line?.readable() ?? '',
      provider: ledger => {
        line = new Line(country, ledger, `41.73.0.${number}`)
        if (world.chance() < 0.8) line.givePair(`pair-${number}`)
        return line
      },
    })
    device.openTab(0)
    return device
  }
  const scene: Scene = {
    world,
    country,
    code,
    device: unpack(),
    memories: Object.fromEntries(dossiers.map(one => [one, new Memory(one)])) as Record<Dossier, Memory>,
    evict() {
      world.tell(() => "> the site's data is gone")
      scene.device.watch.verify()
      for (const index of [0, 1, 2]) scene.device.killTab(index)
      scene.device.killWorker()
      scene.device = unpack()
    },
  }
  return scene
}

/** Her number is confirmed before anything happens: most of what can be lost is sent after that. */
async function begin({ world, country, device, memories }: Scene): Promise<void> {
  const applicant = device.screenAt(0) as Applicant
  country.gateway.isGood = true
  const isConfirmed = () => device.ledger.itemOf('awa/code')?.state === 'accepted'
  for (let times = 0; times < 10 && !isConfirmed(); times++) {
    applicant.goOn(memories.awa, country).catch(error => device.blame(error, 'goOn'))
    await world.run(800, 20_000)
  }
  country.gateway.isGood = false
}

/**
 * From here on all is well: every student gets to the end, within the days that limits on codes may
 * take.
 */
const patienceMs = 4 * 86_400_000
const mostSteps = 200_000

async function settle({ world, country, device, memories }: Scene): Promise<void> {
  world.tell(() => '> all is well from here')
  country.ahead = 0
  device.watch.forgetPauses()
  device.clock.ahead = 0
  device.link.fates.length = 0
  device.failDisk(0)
  country.database.fault = undefined
  country.gateway.troubles.length = 0
  country.gateway.isGood = true
  device.findNetwork()
  device.killTab(0)
  device.openTab(0)
  await world.run(400, 30_000)
  const until = world.now + patienceMs
  // Who has not begun need not come.
  const items = [...device.ledger.items.values()]
  const left = new Set(Object.values(memories).filter(one => items.some(({ dossier }) => dossier === one.dossier)))
  left.add(memories.awa)
  const applicant = () => device.screenAt(0) as Applicant
  while (left.size > 0) {
    for (const memory of left)
      applicant()
        .goOn(memory, country)
        .then(isDone => isDone && left.delete(memory))
        .catch(error => device.blame(error, 'goOn'))
    await world.run(mostSteps, left.size > 0 && world.now > until - patienceMs + 3_600_000 ? 600_000 : 20_000)
    if (world.now > until) world.violated(`(4) all is well, and ${[...left].map(one => one.dossier)} get no further`)
  }
  for (const memory of Object.values(memories))
    applicant()
      .look(memory.dossier, country)
      .catch(error => device.blame(error, 'look'))
  await world.run(mostSteps, 60_000)
  device.watch.verify()
  world.verify()
}

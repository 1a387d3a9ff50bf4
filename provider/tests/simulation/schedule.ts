import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import type { Code, Device } from '../../../tests/model/device.ts'
import { type Dossier, dossiers } from '../../../tests/model/student.ts'
import { perform } from '../../../tests/model/verbs.ts'
import type { World } from '../../../tests/model/world.ts'
import type { Applicant, Memory } from './applicant.ts'
import type { Country } from './country.ts'
import { between } from './line.ts'
import { people } from './people.ts'
import { pictureNames } from './pictures.ts'

/** Whoever acts in a seed. */
export interface Scene {
  world: World
  country: Country
  code: Code
  device: Device
  memories: Readonly<Record<Dossier, Memory>>
  /** The browser throws away all that the site has kept. */
  evict(): void
}

type Act = (scene: Scene) => void

const yearMs = 365 * 86_400_000

const pick = <T>({ world }: Scene, from: readonly T[]): T => from[world.between(0, from.length - 1)] as T
const dossierIn = (scene: Scene): Dossier => (scene.world.chance() < 0.7 ? 'awa' : pick(scene, dossiers))
const documentIn = (scene: Scene): DocumentType => pick(scene, documentTypes.slice(0, 3))

function screen(scene: Scene): Applicant {
  return scene.device.screenAt(scene.world.between(0, 2)) as Applicant
}

/** The portal shows it, or says why not: what it throws is a fault of ours. */
function does(scene: Scene, what: string, work: (applicant: Applicant) => Promise<unknown>): void {
  const { device } = scene
  scene.world.tell(() => `> ${what}`)
  work(screen(scene)).catch(error => device.blame(error, what))
}

/** What may happen next, and how often. */
const acts: readonly (readonly [weight: number, act: Act])[] = [
  [4, goOn],
  [2, save],
  [3, enterCode],
  [1, scene => does(scene, 'new code', one => ask(one, scene, 'newCode'))],
  [5, choosePhoto],
  [1, withdraw],
  [1, scene => does(scene, 'mend', one => one.mend(dossierIn(scene), documentIn(scene)))],
  [1, scene => does(scene, 'resend', one => one.resend(dossierIn(scene), documentIn(scene), 0))],
  [2, scene => does(scene, 'look', one => one.look(dossierIn(scene), scene.country))],
  [2, scene => scene.device.openTab(scene.world.between(0, 2))],
  [2, scene => scene.device.killTab(scene.world.between(0, 2))],
  [2, scene => scene.device.loseNetwork()],
  [2, scene => scene.device.findNetwork()],
  [1, scene => scene.device.wakeWorker(false, () => {})],
  [1, scene => scene.device.killWorker()],
  [1, failDisk],
  [6, weather],
  [2, scene => scene.country.kill(scene.world.between(0, 1))],
  [5, failDatabase],
  [1, slowDatabase],
  [2, holdUp],
  [4, changeMind],
  [2, scene => void scene.country.reject().catch(error => scene.world.violated(`reject: ${error}`))],
  [2, sendAgain],
  [2, troubleGateway],
  [1, jumpOfPhone],
  [1, jumpOfProvider],
  [1, scene => scene.evict()],
]

const total = acts.reduce((sum, [weight]) => sum + weight, 0)

export function actOnce(scene: Scene): void {
  let left = scene.world.chance() * total
  for (const [weight, act] of acts) {
    left -= weight
    if (left >= 0) continue
    act(scene)
    return
  }
}

function ask(one: Applicant, { memories, world }: Scene, call: 'save' | 'newCode', dossier: Dossier = 'awa') {
  const memory = memories[dossier]
  memory.askedAt = world.now
  return one.ask(dossier, call, memory.number)
}

function goOn(scene: Scene): void {
  const memory = scene.memories[dossierIn(scene)]
  does(scene, `go on with ${memory.dossier}`, one => one.goOn(memory, scene.country))
}

/** With the number of before, or another one. */
function save(scene: Scene): void {
  const dossier = dossierIn(scene)
  const memory = scene.memories[dossier]
  memory.number = pick(scene, people[dossier].phones)
  does(scene, `save ${dossier} with ${memory.number}`, one => ask(one, scene, 'save', dossier))
}

/** Any that has come to the student, or a slip of the finger. */
function enterCode(scene: Scene): void {
  const dossier = dossierIn(scene)
  const messages = people[dossier].phones.flatMap(phone => scene.country.gateway.inbox(phone))
  const isSlip = messages.length === 0 || scene.world.chance() < 0.1
  const code = isSlip ? String(scene.world.between(1000, 9999)) : pick(scene, messages).code
  const corrects = scene.world.chance() < 0.3
  does(scene, `enter ${code} for ${dossier}`, one =>
    corrects ? one.answerQuestion(dossier, code) : one.ask(dossier, 'code', code),
  )
}

function choosePhoto(scene: Scene): void {
  const [dossier, document] = [dossierIn(scene), documentIn(scene)]
  const picture = scene.world.chance() < 0.1 ? 'bad photo' : pick(scene, pictureNames)
  does(scene, `choose ${picture} as ${document} of ${dossier}`, one => one.chooseIfShown(dossier, document, picture))
}

function withdraw(scene: Scene): void {
  const tab = scene.world.between(0, 2)
  perform({ kind: 'withdraw', tab, dossier: dossierIn(scene), requestKey: documentIn(scene) }, scene.device)
}

function sendAgain(scene: Scene): void {
  const [dossier, document] = [dossierIn(scene), documentIn(scene)]
  does(scene, `send ${document} of ${dossier} again`, one => one.sendAgain(dossier, document))
}

function weather(scene: Scene): void {
  const { world, device } = scene
  const isStorm = world.chance() < 0.3
  for (let left = world.between(1, isStorm ? 12 : 3); left > 0; left--)
    device.link.fates.push(isStorm && world.chance() < 0.6 ? 'halfBody' : pick(scene, between))
}

function failDatabase({ world, country }: Scene): void {
  country.database.fault = {
    after: world.between(0, 40),
    times: world.chance() < 0.7 ? 1 : world.between(2, 30),
    isDone: world.chance() < 0.5,
  }
}

function failDisk({ world, device }: Scene): void {
  const times = world.between(1, 3)
  world.tell(() => `the phone's disk will fail ${times} times`)
  device.failDisk(times)
}

function slowDatabase({ world, country }: Scene): void {
  country.database.slowness = 3_000
  world.later(world.between(1_000, 60_000), () => {
    country.database.slowness = 20
  })
}

function holdUp({ world, country }: Scene): void {
  country.holdUp(world.between(0, 1), world.between(1_000, 60_000))
}

/**
 * Something is on its way to a process that waits, the browser goes, and the student gives another.
 */
function changeMind(scene: Scene): void {
  const { world, device, memories } = scene
  const [dossier, document] = [pick(scene, dossiers), documentIn(scene)]
  const give = (nth: 0 | 1) =>
    does(scene, `give ${dossier} the ${nth ? 'second' : 'first'} of two`, async one => {
      if (await one.isConfirmed(dossier)) return one.choose(dossier, document, pictureNames[nth] ?? '')
      memories[dossier].number = people[dossier].phones[nth]
      return ask(one, scene, 'save', dossier)
    })
  holdUp(scene)
  give(0)
  const goes = world.between(200, 5_000)
  world.later(goes, () => {
    for (const index of [0, 1, 2]) device.killTab(index)
    device.killWorker()
  })
  world.later(goes + world.between(100, 5_000), () => give(1))
}

function troubleGateway(scene: Scene): void {
  const { world, country } = scene
  for (let left = world.between(1, 3); left > 0; left--)
    country.gateway.troubles.push(pick(scene, ['refuses', 'breaks', 'hangs']))
}

/** An empty battery, or a hand: the phone's clock is a year wrong, or right again. */
function jumpOfPhone(scene: Scene): void {
  // A pause that is longer than any of ours counts as over: it may be of before the jump.
  scene.device.watch.forgetPauses()
  scene.device.clock.ahead = pick(scene, [0, yearMs, -yearMs])
  scene.world.tell(() => `the phone's clock is ${scene.device.clock.ahead / yearMs} years ahead`)
}

function jumpOfProvider(scene: Scene): void {
  scene.country.ahead = pick(scene, [0, yearMs, -yearMs])
  scene.world.tell(() => `the provider's clock is ${scene.country.ahead / yearMs} years ahead`)
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, inject } from 'vitest'
import { OtherProvider } from '../../e2e/setup/other-provider.ts'
import type { Engine, Running, Start } from './engine.ts'
import { firefox } from './firefox.ts'
import { killAll } from './program.ts'
import type { Tab } from './tab.ts'
import { webkit } from './webkit.ts'

const failures = join(import.meta.dirname, '..', '..', '.output', 'failures')

type Visit = Omit<Start, 'profile'> & { lasting?: boolean }

/** A student's phone: a profile, and the browser that is at work on it. */
export class Phone {
  readonly #engine: Engine
  readonly #profile = mkdtempSync(join(tmpdir(), 'telephone-'))
  #running: Running | undefined
  readonly #complaints: string[] = []

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @param lasting so that what it stores outlives a kill */
  async start({ lasting = false, ...choices }: Visit = {}): Promise<Tab> {
    const how = { profile: this.#profile, ...choices }
    this.#running = await (lasting ? this.#engine.startLasting(how) : this.#engine.start(how))
    return this.#running.tab
  }

  /** An empty battery: all of its processes at once. */
  async kill(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    try {
      this.#complaints.push(...((await running?.complaints()) ?? []))
    } finally {
      await running?.kill()
    }
  }

  /** Of all its browsers, the killed ones too. */
  async complaints(): Promise<string[]> {
    return [...this.#complaints, ...((await this.#running?.complaints()) ?? [])]
  }

  /** What stood on the screen, for whoever looks into a failure. */
  async tellScreen(): Promise<string> {
    const look = () => `${location.href}\n\n${document.body.innerText}`
    return (await this.#running?.tab.run(look, undefined).catch(String)) ?? ''
  }

  async dispose(): Promise<void> {
    await this.kill()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

export interface Students {
  phone(): Phone
  /** A new phone, with its browser open. */
  visit(options?: Visit): Promise<Tab>
  /** What this journey provokes by itself: engines print every connection that they lost. */
  allow(...patterns: RegExp[]): void
}

/** Started anew for each journey, and knowing nothing of the one before. */
export function ownProvider(): OtherProvider {
  const provider = new OtherProvider()
  beforeEach(async () => {
    provider.forget()
    await provider.start()
  })
  afterEach(() => provider.stop())
  return provider
}

/** Of a network that is gone on purpose. */
export const networkFaults =
  /Failed to load resource|Could not connect|NetworkError|Load failed|cannot load|due to access control checks/i

/** The same journeys in each engine. One that complained of anything fails its journey by itself. */
export function inEachEngine(journeys: (students: Students) => void, engines = [firefox, webkit]): void {
  for (const engine of engines)
    describe.skipIf(inject('missing').includes(engine.name))(`in ${engine.name},`, () => {
      const phones: Phone[] = []
      let allowed: RegExp[] = []
      const phone = () => {
        const one = new Phone(engine)
        phones.push(one)
        return one
      }
      afterEach(async ({ task }) => {
        const used = phones.splice(0)
        if (task.result?.state === 'fail') await keepScreens(`${engine.name}-${task.name}`, used)
        for (const one of used) await one.dispose()
        const patterns = allowed
        allowed = []
        const told = (await Promise.all(used.map(one => one.complaints()))).flat()
        const loud = told.filter(line => !patterns.some(one => one.test(line)))
        if (loud.length > 0)
          throw new Error(`${engine.name} complained ${loud.length} time(s):\n- ${loud.join('\n- ')}`)
      })
      afterAll(killAll)
      journeys({
        phone,
        visit: options => phone().start(options),
        allow: (...patterns) => allowed.push(...patterns),
      })
    })
}

async function keepScreens(name: string, phones: readonly Phone[]): Promise<void> {
  mkdirSync(failures, { recursive: true })
  for (const [index, phone] of phones.entries()) {
    const file = `${name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 80)}-${index}.txt`
    const screen = await phone.tellScreen()
    writeFileSync(join(failures, file), screen)
    // A machine of CI keeps the log alone.
    process.stdout.write(`\nOn the screen of ${name}:\n${screen}\n`)
  }
}

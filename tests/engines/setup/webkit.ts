import { join } from 'node:path'
import { inject } from 'vitest'
import { needed } from '../../run/needs.ts'
import type { Engine, Running, Start } from './engine.ts'
import { startInspected } from './inspected.ts'
import { Program } from './program.ts'
import { Tab } from './tab.ts'

/** WebKitGTK's small browser over WebDriver: an engine of the same make as an iPhone's. */

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type Node = Record<typeof elementKey, string>

/** One command of the W3C's WebDriver. */
async function ask<R>(session: string, path: string, body?: object): Promise<R> {
  const method = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`${session}${path}`, { ...method, headers: { 'Content-Type': 'application/json' } })
  const { value } = (await answer.json()) as { value: R & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
  return value
}

/** A private session prints nothing, and no script can be put before a page's own: it is listened to once it is there. */
const watch = () => {
  const complaints: string[] = []
  addEventListener('error', ({ message }) => complaints.push(`exception: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(`rejection: ${reason}`))
  addEventListener('securitypolicyviolation', ({ blockedURI }) => complaints.push(`refused: ${blockedURI}`))
  Object.assign(console, { error: (...all: unknown[]) => complaints.push(`console: ${all.join(' ')}`) })
  Object.assign(globalThis, { complaints })
}

class WebKitTab extends Tab<Node> {
  readonly #complaints: string[] = []

  constructor(private readonly session: string) {
    super()
  }

  protected async go(address: string): Promise<void> {
    await this.complaints()
    await ask(this.session, '/url', { url: address })
    await this.evaluate(`(async () => String((${watch})()))()`)
  }

  /** Of all pages; what a page complained of before it had been loaded is not among it. */
  async complaints(): Promise<string[]> {
    const told = await this.evaluate(`(async () => JSON.stringify(globalThis.complaints?.splice(0) ?? []))()`)
    this.#complaints.push(...(JSON.parse(told) as string[]))
    return this.#complaints
  }

  protected async evaluate(expression: string): Promise<string> {
    const script = `const tell = arguments[0]; ${expression}.then(value => tell({ value }), fault => tell({ fault: String(fault) }))`
    const told = await ask<{ value?: string; fault?: string }>(this.session, '/execute/async', { script, args: [] })
    if (told.fault !== undefined) throw new Error(told.fault)
    return told.value ?? ''
  }

  protected async element(expression: string): Promise<Node | undefined> {
    const script = `return ${expression}`
    return (await ask<Node | null>(this.session, '/execute/sync', { script, args: [] })) ?? undefined
  }

  protected press(element: Node): Promise<void> {
    return ask(this.session, `/element/${element[elementKey]}/click`, {})
  }

  protected keys(element: Node, text: string): Promise<void> {
    return ask(this.session, `/element/${element[elementKey]}/value`, { text })
  }

  protected file(element: Node, path: string): Promise<void> {
    return this.keys(element, path)
  }
}

/** Whatever it keeps goes into the profile. */
export const webkitEnvironment = (profile: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DISPLAY: inject('display'),
  HOME: profile,
  XDG_CACHE_HOME: join(profile, 'cache'),
  XDG_CONFIG_HOME: join(profile, 'config'),
  XDG_DATA_HOME: join(profile, 'data'),
  GDK_BACKEND: 'x11',
  NO_AT_BRIDGE: '1',
  TZ: 'UTC',
})

/** WebKitGTK makes every session that is driven so a private one. */
async function start({ profile }: Start): Promise<Running> {
  const program = new Program('WebKitWebDriver', ['-p', '0'], webkitEnvironment(profile))
  const driver = `http://127.0.0.1:${await program.port()}`
  const options = { binary: needed('webkit'), args: ['--automation'] }
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }
  const { sessionId } = await ask<{ sessionId: string }>(driver, '/session', { capabilities: { alwaysMatch } })
  const session = `${driver}/session/${sessionId}`
  await ask(session, '/timeouts', { script: 60_000, pageLoad: 60_000 })
  await ask(session, '/window/rect', { width: 400, height: 820 })
  const tab = new WebKitTab(session)
  return { tab, complaints: () => tab.complaints(), kill: () => program.kill() }
}

export const webkit: Engine = { name: 'WebKit', start, startLasting: startInspected }

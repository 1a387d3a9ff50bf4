import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import WebSocket from 'ws'
import type { Engine, Running, Start } from './engine.ts'
import { Program } from './program.ts'
import { Tab } from './tab.ts'
import { Wire } from './wire.ts'

/** Firefox over WebDriver BiDi, which it speaks by itself. */

interface Node {
  sharedId: string
}
type Result = { type: 'success'; result: { type: string; value?: unknown; sharedId?: string } } | Failure
interface Failure {
  type: 'exception'
  exceptionDetails: { text: string }
}

const phone = { viewport: { width: 360, height: 740 }, devicePixelRatio: 2 }

class FirefoxTab extends Tab<Node> {
  constructor(
    private readonly wire: Wire,
    private readonly context: string,
  ) {
    super()
  }

  protected async go(address: string): Promise<void> {
    await this.wire.send('browsingContext.navigate', { context: this.context, url: address, wait: 'none' })
  }

  async #script(expression: string) {
    const told = await this.wire.send<Result>('script.evaluate', {
      expression,
      target: { context: this.context },
      awaitPromise: true,
      userActivation: true,
    })
    if (told.type === 'exception') throw new Error(told.exceptionDetails.text)
    return told.result
  }

  protected async evaluate(expression: string): Promise<string> {
    return String((await this.#script(expression)).value)
  }

  protected async element(expression: string): Promise<Node | undefined> {
    const { sharedId } = await this.#script(expression)
    return sharedId === undefined ? undefined : { sharedId }
  }

  protected async press(element: Node): Promise<void> {
    await this.wire.send('script.callFunction', {
      functionDeclaration: "element => element.scrollIntoView({ block: 'center', behavior: 'instant' })",
      arguments: [element],
      target: { context: this.context },
      awaitPromise: true,
    })
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#perform({ type: 'pointer', id: 'mouse', actions })
  }

  protected async keys(element: Node, text: string): Promise<void> {
    await this.press(element)
    const actions = [...text].flatMap(value => ['keyDown', 'keyUp'].map(type => ({ type, value })))
    await this.#perform({ type: 'key', id: 'keyboard', actions })
  }

  async #perform(source: object): Promise<void> {
    await this.wire.send('input.performActions', { context: this.context, actions: [source] })
  }

  protected async file(element: Node, path: string): Promise<void> {
    await this.wire.send('input.setFiles', { context: this.context, element, files: [path] })
  }
}

interface Entry {
  level: string
  text: string | null
  type: string
}

// No console entry is made of a refusal, so the page itself is asked to tell of it.
const tellRefusals = `() => addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('refused by the security policy: ' + violatedDirective + ' ' + blockedURI))`

// Of what a page was loading when it was left. An answer of the worker that fails has other words, and an address.
const ofALeftPage = /^Failed to load ‘’\. A ServiceWorker intercepted the request/

async function start({ profile, isPrivate = false, altersPixels = false }: Start): Promise<Running> {
  const choices = { 'browser.privatebrowsing.autostart': isPrivate, 'privacy.resistFingerprinting': altersPixels }
  const lines = Object.entries(choices).map(([name, value]) => `user_pref('${name}', ${value});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const program = new Program('firefox-esr', args, { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' })
  const address = await program.says(/WebDriver BiDi listening on (ws:\S+)/)
  const wire = await new Wire(new WebSocket(`${address}/session`)).opened()
  await wire.send('session.new', { capabilities: {} })
  const complaints: string[] = []
  wire.on('log.entryAdded', ({ level, text, type }: Entry) => {
    if (level === 'error' && !ofALeftPage.test(text ?? '')) complaints.push(`${type}: ${text}`)
  })
  await wire.send('session.subscribe', { events: ['log.entryAdded'] })
  await wire.send('script.addPreloadScript', { functionDeclaration: tellRefusals })
  const { contexts } = await wire.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context ?? ''
  await wire.send('browsingContext.setViewport', { context, ...phone })
  return {
    tab: new FirefoxTab(wire, context),
    complaints: async () => complaints,
    kill: async () => {
      await program.kill()
      wire.close()
    },
    close: async () => {
      await wire.send('browser.close', {})
      await program.ended()
    },
  }
}

export const firefox: Engine = { name: 'Firefox', start, startLasting: start }

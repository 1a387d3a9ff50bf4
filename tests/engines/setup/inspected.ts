import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'vitest'
import WebSocket from 'ws'
import { freePort } from '../../free-port.ts'
import { needed } from '../../run/needs.ts'
import type { Running, Start } from './engine.ts'
import { Program } from './program.ts'
import { Tab } from './tab.ts'
import { webkitEnvironment } from './webkit.ts'
import { Wire } from './wire.ts'

interface Evaluated {
  result: { value?: unknown; objectId?: string; description?: string }
  wasThrown?: boolean
}

/** What WebKit writes of each fault; it does not know a directive that other browsers need. */
const complaint = /CONSOLE .*(?:ERROR|EXCEPTION).*/g
const harmless = /Unrecognized Content-Security-Policy directive 'manifest-src'/

const complaintsIn = (printed: string): string[] =>
  [...printed.matchAll(complaint)].map(([line]) => line).filter(line => !harmless.test(line))

const tellingFaults = '--enable-write-console-messages-to-stdout=true'

/** In characters: the inspector hangs up on whoever sends it more than 128 KiB at once. */
const longest = 65_536

/**
 * WebKitGTK forgets what it stored when it is driven over WebDriver. An ordinary window keeps it, and its web inspector
 * can be had from outside: it runs scripts, so taps, letters and files are given by script here and not by hand.
 */
class InspectedTab extends Tab<string> {
  constructor(private readonly page: Page) {
    super()
  }

  protected async go(address: string): Promise<void> {
    // The answer may be lost with the process of the page that is left.
    await this.page.send('Page.navigate', { url: address }).catch(() => undefined)
  }

  async #evaluated(expression: string): Promise<Evaluated> {
    const told = await this.page.send<Evaluated>('Runtime.evaluate', { expression, emulateUserGesture: true })
    if (told.wasThrown) throw new Error(told.result.description)
    return told
  }

  protected async evaluate(expression: string): Promise<string> {
    const { result } = await this.#evaluated(expression)
    const told = await this.page.send<Evaluated>('Runtime.awaitPromise', {
      promiseObjectId: result.objectId,
      returnByValue: true,
    })
    if (told.wasThrown) throw new Error(told.result.description)
    return String(told.result.value)
  }

  /** What was found is held in the page: looked for once more, it could be another one, or not stand still any more. */
  protected async element(expression: string): Promise<string | undefined> {
    const { result } = await this.#evaluated(`(globalThis.held = ${expression}) !== null`)
    return result.value ? 'globalThis.held' : undefined
  }

  protected async press(element: string): Promise<void> {
    await this.#evaluated(`${element}.click()`)
  }

  protected async keys(element: string, text: string): Promise<void> {
    const type = (control: HTMLInputElement, typed: string) => {
      control.focus()
      document.execCommand('insertText', false, typed)
    }
    await this.#evaluated(`(${type})(${element}, ${JSON.stringify(text)})`)
  }

  protected async file(element: string, path: string): Promise<void> {
    const choose = (input: HTMLInputElement, name: string) => {
      const bytes = Uint8Array.from(atob(Reflect.get(globalThis, 'given')), letter => letter.charCodeAt(0))
      const chosen = new DataTransfer()
      chosen.items.add(new File([bytes], name, { type: 'image/jpeg' }))
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }
    await this.#evaluated(`globalThis.given = ''`)
    const base64 = readFileSync(path, 'base64')
    for (let at = 0; at < base64.length; at += longest)
      await this.#evaluated(`void (globalThis.given += '${base64.slice(at, at + longest)}')`)
    await this.#evaluated(`(${choose})(${element}, ${JSON.stringify(basename(path))})`)
  }
}

/** The inspector speaks with the page inside of messages of its own. */
class Page {
  readonly #wire: Wire
  readonly #ready: Promise<unknown>
  #target = ''
  /** Those that were asked something. */
  readonly #asked = new Set<string>()

  constructor(address: string) {
    const wire = new Wire(new WebSocket(address))
    this.#wire = wire
    wire.on('Target.dispatchMessageFromTarget', ({ message }: { message: string }) => wire.take(JSON.parse(message)))
    wire.on('Target.didCommitProvisionalTarget', ({ newTargetId }: { newTargetId: string }) => {
      this.#target = newTargetId
    })
    // A page of another site comes in another process; what the one before was asked stays without an answer. A download
    // begins as a page, too, of which nothing was asked.
    wire.on('Target.targetDestroyed', ({ targetId }: { targetId: string }) => {
      if (this.#asked.delete(targetId)) wire.forget('the page was left')
    })
    this.#ready = new Promise<void>(ready => {
      wire.on(
        'Target.targetCreated',
        ({ targetInfo }: { targetInfo: { targetId: string; isProvisional?: boolean } }) => {
          if (!targetInfo.isProvisional) this.#target = targetInfo.targetId
          ready()
        },
      )
    })
  }

  async send<R>(method: string, params: object): Promise<R> {
    await this.#ready
    this.#asked.add(this.#target)
    return this.#wire.send(method, params, message => {
      const wrapped = { targetId: this.#target, message }
      this.#wire.send('Target.sendMessageToTarget', wrapped).catch(() => undefined)
    })
  }

  close(): void {
    this.#wire.close()
  }
}

/** In milliseconds: an inspector that takes a question and never answers is asked again. */
const attemptMs = 3_000
const startMs = 60_000

/** The inspector wants to be given its port. */
async function startWithInspector(profile: string): Promise<{ program: Program; page: Page }> {
  const inspector = `127.0.0.1:${await freePort()}`
  const env = { ...webkitEnvironment(profile), WEBKIT_INSPECTOR_HTTP_SERVER: inspector }
  const program = new Program(needed('webkit'), [tellingFaults, 'about:blank'], env)
  let path = ''
  const look = async () => {
    const pages = await fetch(`http://${inspector}/`, { signal: AbortSignal.timeout(attemptMs) }).then(
      answer => answer.text(),
      String,
    )
    path = /\/socket\/\d+\/\d+\/WebPage/.exec(pages)?.[0] ?? ''
    return path !== '' || program.printed.includes('Failed to start remote inspector')
  }
  const shown = expect.poll(look, { timeout: startMs }).toBe(true)
  await shown.catch(() => undefined)
  if (path === '') throw new Error(`WebKit's inspector shows no page:\n${program.printed}`)
  return { program, page: new Page(`ws://${inspector}${path}`) }
}

export async function startInspected({ profile }: Start): Promise<Running> {
  const { program, page } = await startWithInspector(profile)
  return {
    tab: new InspectedTab(page),
    complaints: async () => complaintsIn(program.printed),
    kill: async () => {
      await program.kill()
      page.close()
    },
  }
}

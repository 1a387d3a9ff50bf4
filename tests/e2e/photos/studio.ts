import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { build, type Rolldown } from 'vite'
import type { Reduced } from '../../../src/documents/image/reduced.ts'
import { launchBrowser } from '../setup/browser.ts'
import type { Ask, Told } from './fixture-page.ts'

type Prepared = Extract<Told, { ok: true }> & { bytes: Buffer }
export type Outcome = Prepared | Extract<Told, { ok: false }>

/** The policy that the portal is served with: scripts and workers of its own, no evaluation, Trusted Types. */
const policy = (workers: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    'img-src blob: data:',
    `worker-src ${workers}`,
    "require-trusted-types-for 'script'",
    'trusted-types portail',
  ].join('; ')

const html =
  '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Photos</title><script type="module" src="/page.js"></script>'

const bundle = async (): Promise<Map<string, string>> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'fixture-page.ts'),
        output: { entryFileNames: 'page.js' },
      },
    },
  })
  const outputs = [built].flat() as Rolldown.RolldownOutput[]
  const files = outputs.flatMap(({ output }) => output)
  return new Map(files.map(file => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]))
}

/** A page that carries nothing but the photo pipeline, under the portal's own policy, in a real Chromium. */
export class Studio {
  readonly page: Page
  readonly complaints: string[] = []
  readonly browser: Browser
  readonly #server: Server
  readonly #pictures: Map<string, Uint8Array>

  private constructor(browser: Browser, server: Server, page: Page, pictures: Map<string, Uint8Array>) {
    this.browser = browser
    this.#server = server
    this.#pictures = pictures
    this.page = page
    page.on('console', message => this.complaints.push(message.text()))
    page.on('pageerror', error => this.complaints.push(error.message))
  }

  /** @param options `lacking` is a script that takes something out of the page and of its worker before their own code */
  static async open({
    workers = "'self'",
    lacking = '',
    context = {} as BrowserContextOptions,
    browser = launchBrowser,
  } = {}): Promise<Studio> {
    const [files, started] = await Promise.all([bundle(), browser()])
    const pictures = new Map<string, Uint8Array>()
    const server = createServer((request, response) => {
      const path = request.url ?? '/'
      const picture = pictures.get(path)
      const code = files.get(path)
      const type = picture ? 'application/octet-stream' : code === undefined ? 'text/html' : 'text/javascript'
      response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy(workers) })
      response.end(picture ?? (path.includes('worker') ? lacking + code : code) ?? html)
    })
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const page = await (await started.newContext(context)).newPage()
    await page.addInitScript(lacking)
    const studio = new Studio(started, server, page, pictures)
    await page.goto(`http://localhost:${port}/`)
    await page.waitForFunction(() => 'photos' in globalThis)
    return studio
  }

  #lay(bytes: Uint8Array): string {
    const address = `/picture/${this.#pictures.size}`
    this.#pictures.set(address, bytes)
    return address
  }

  async prepare(bytes: Uint8Array, ask: Ask = { document: 'attest' }): Promise<Outcome> {
    const address = this.#lay(bytes)
    const told = await this.page.evaluate(([from, how]) => globalThis.photos.prepareFrom(from, how), [
      address,
      ask,
    ] as const)
    this.#pictures.delete(address)
    return told.ok ? { ...told, bytes: Buffer.from(told.base64, 'base64') } : told
  }

  async photo(bytes: Uint8Array, ask?: Ask): Promise<Prepared> {
    const outcome = await this.prepare(bytes, ask)
    if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`)
    return outcome
  }

  judgeQuality(bytes: Uint8Array): Promise<number> {
    return this.page.evaluate(from => globalThis.photos.judgeQuality(from), this.#lay(bytes))
  }

  decodedSize(bytes: Uint8Array, reduced: Reduced): Promise<[number, number]> {
    return this.page.evaluate(([from, how]) => globalThis.photos.decodedSize(from, how), [
      this.#lay(bytes),
      reduced,
    ] as const)
  }

  abortFirst(bytes: Uint8Array): Promise<string[]> {
    const address = this.#lay(bytes)
    return this.page.evaluate(from => globalThis.photos.abortFirst(from, { document: 'attest' }), address)
  }

  async close(): Promise<void> {
    await this.browser.close()
    await new Promise(closed => this.#server.close(closed))
  }
}

/** RGB of a picture's pixels, decoded outside the browser. */
export const pixelsOf = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    at: (x: number, y: number): number[] => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  }
}

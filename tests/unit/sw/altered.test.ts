import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copied, copyUrl } from '../../../sw/copies.rule.ts'
import { type AlteringProxy, alterations, alteringProxy, inPages } from '../../link/altering-proxy.ts'

/** Files that somebody rewrites between host and worker. */

const page = '<!doctype html><head></head><body><div id="root"><p  class="foot">a@b.ml</p></div></body>'
const script = 'export const mail = "a@b.ml"'
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const copyOf = (text: string) => copyUrl(hashOf(text))

let host: Server
let status = 200
let proxy: AlteringProxy
const files = new Map<string, { type: string; text: string }>()

beforeEach(async () => {
  status = 200
  for (const path of ['/home', '/home.html', '/index.html']) files.set(path, { type: 'text/html', text: page })
  files.set('/assets/app.js', { type: 'text/javascript', text: script })
  for (const text of [page, script]) files.set(copyOf(text), { type: 'text/plain', text: copied(text) })
  host = createServer(({ url = '' }, answer) => {
    const { type = 'text/html', text = 'Achetez un forfait' } = files.get(url) ?? {}
    answer.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text)
  })
  await new Promise<void>(listening => host.listen(0, listening))
  proxy = await alteringProxy(`http://localhost:${(host.address() as AddressInfo).port}`, text => text)
})
afterEach(async () => {
  await proxy.stop()
  await new Promise(closed => host.close(closed))
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** What is tried of it: its own types are those of a worker, which these tests do not have. */
interface WorkerFiles {
  Altered: typeof Error
  freshFile(path: string, anew: boolean): Promise<Response>
}

async function worker(active: boolean): Promise<WorkerFiles> {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, how: RequestInit) => fetch(new URL(path, proxy.url), how))
  vi.stubGlobal('self', {
    location: { href: `${proxy.url}/sw.js` },
    registration: { scope: `${proxy.url}/`, active: active ? {} : null },
    __WB_MANIFEST: [
      ...['index.html', 'home.html'].map(url => ({ url, revision: 'a', integrity: hashOf(page) })),
      { url: 'assets/app.js', revision: null, integrity: hashOf(script) },
    ],
  })
  const files = '../../../sw/files.ts'
  return import(files)
}

describe.each(Object.entries(alterations))('what %s', (_, alter) => {
  beforeEach(() => {
    proxy.alter = inPages(alter)
  })

  test('costs a first version one more request for the page, which is as it was built', async () => {
    const { freshFile } = await worker(false)
    expect(await (await freshFile('/home.html', false)).text()).toBe(page)
    expect(proxy.asked).toEqual(['/home', copyOf(page)])
  })

  test('keeps no update away, and no page that is to be repaired', async () => {
    const { freshFile } = await worker(true)
    expect(await (await freshFile('/home.html', false)).text()).toBe(page)
    expect(await (await freshFile('/index.html', true)).text()).toBe(page)
  })
})

test('an unaltered file is asked for once, and no copy of it', async () => {
  const { freshFile } = await worker(false)
  expect(await (await freshFile('/assets/app.js', false)).text()).toBe(script)
  expect(proxy.asked).toEqual(['/assets/app.js'])
})

test('a script that is altered comes by its copy as well', async () => {
  proxy.alter = (text, { type }) => (type.startsWith('text/javascript') ? `/* seen */${text}` : text)
  const { freshFile } = await worker(false)
  expect(await (await freshFile('/assets/app.js', false)).text()).toBe(script)
})

test('where copies are altered, too, it is said so', async () => {
  proxy.alter = text => `${text} `
  const { Altered, freshFile } = await worker(false)
  await expect(freshFile('/index.html', false)).rejects.toBeInstanceOf(Altered)
})

test.each([
  ['a hotspot that answers everything', () => files.clear()],
  ['a host that has no copies', () => files.delete(copyOf(page))],
  ['a line that is gone', () => proxy.stop()],
])('%s alters nothing', async (_, happens) => {
  const { freshFile } = await worker(false)
  files.delete('/index.html')
  await happens()
  await expect(freshFile('/index.html', false)).rejects.toBeInstanceOf(TypeError)
})

test('a host that is down is asked for no copy', async () => {
  status = 503
  files.delete('/index.html')
  const { freshFile } = await worker(false)
  await expect(freshFile('/index.html', false)).rejects.toBeInstanceOf(TypeError)
  expect(proxy.asked).toEqual(['/index.html', '/index.html'])
})

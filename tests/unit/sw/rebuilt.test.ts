import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** What an update makes of the files that are on the phone, before it asks the network. */

const origin = 'https://portail.invalid'
const text = 'import"./react-BBBBBBBB.js"'
const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`
const cache = { match: vi.fn<(key: { url: string }) => Promise<Response | undefined>>() }

beforeEach(() => {
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('self', {
    location: { href: `${origin}/sw.js` },
    registration: { scope: `${origin}/` },
    __WB_MANIFEST: [
      { url: 'assets/app-BBBBBBBB.js', revision: null, integrity },
      { url: 'assets/react-BBBBBBBB.js', revision: null, integrity: 'sha256-' },
    ],
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Its own types are those of a worker, which these tests do not have. */
interface Rebuilt {
  rebuiltFile(path: string, kept: readonly { url: string }[]): Promise<Response | undefined>
}
async function rebuilt(...names: string[]) {
  const file = '../../../sw/rebuilt.ts'
  const { rebuiltFile }: Rebuilt = await import(file)
  const made = await rebuiltFile(
    '/assets/app-BBBBBBBB.js',
    names.map(name => ({ url: `${origin}/assets/${name}.js` })),
  )
  return made?.text()
}

test('a file that differs by the names of others alone is made of the old one', async () => {
  cache.match.mockResolvedValue(new Response('import"./react-AAAAAAAA.js"'))
  expect(await rebuilt('app-AAAAAAAA')).toBe(text)
})

test('one that says something else, and another file, are not taken', async () => {
  cache.match.mockResolvedValue(new Response('import"./react-AAAAAAAA.js";more'))
  expect(await rebuilt('app-AAAAAAAA', 'screens-AAAAAAAA')).toBeUndefined()
})

test('an old file that the disk does not give keeps no update away', async () => {
  cache.match.mockRejectedValueOnce(new Error('The disk fails.'))
  cache.match.mockResolvedValue(new Response('import"./react-AAAAAAAA.js"'))
  expect(await rebuilt('app-00000000', 'app-AAAAAAAA')).toBe(text)
})

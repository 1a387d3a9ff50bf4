import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Caller } from '../../contract/check/caller.ts'
import { checkContract } from '../../contract/check/check.ts'
import { type Level, Report } from '../../contract/check/report.ts'
import { checkWalls } from '../../contract/check/walls.ts'
import { type Bases, readSettings } from '../../src/core/api/settings.ts'
import { copied, copyUrl } from '../../sw/copies.rule.ts'
import { oneCampus } from './setup/campus.ts'
import { page } from './setup/foreign.ts'
import {
  addsScript,
  dropsHeader,
  forbidsBytes,
  forbidsHeader,
  gathersParts,
  knowsNoMethod,
  speaksLatin1,
  startWalls,
  takesAtMost,
  unpacks,
  type Wall,
} from './setup/wall.ts'

/**
 * One wall at a time before the real stand-in: it is named, by what to change, and nothing else is.
 */

const about = 'what stands between'
const { server } = await oneCampus()

/** Pages with the list of a worker, as the build lays them. */
async function layPortal(folder: string): Promise<void> {
  const pages = { 'index.html': 'Accueil', 'home.html': 'Début' }
  await mkdir(join(folder, 'assets/copies'), { recursive: true })
  const entries = await Promise.all(
    Object.entries(pages).map(async ([url, title]) => {
      const text = `<!doctype html><html lang="fr"><head><title>${title}</title></head><body>é</body></html>`
      await writeFile(join(folder, url), text)
      const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`
      await writeFile(join(folder, copyUrl(integrity)), copied(text))
      return { integrity, revision: 'a', url }
    }),
  )
  const other = { integrity: 'sha256-none', revision: null, url: 'assets/a.js' }
  await writeFile(join(folder, 'sw.js'), `const list=${JSON.stringify([...entries, other])};`)
}

await layPortal(server.distDir)

async function behind<Result>(walls: readonly Wall[], look: (url: string) => Promise<Result>): Promise<Result> {
  const foreign = await startWalls(server.address, ...walls)
  return look(foreign.url).finally(() => foreign.stop())
}

const named = (walls: readonly Wall[], small = true) =>
  behind(walls, async url => {
    const base = (path: string) => new URL(path, url).href
    const bases = Object.fromEntries(Object.entries(readSettings({}).bases).map(([name, path]) => [name, base(path)]))
    const report = new Report()
    const caller = new Caller({ bases: bases as unknown as Bases, origin: new URL(url).origin })
    await checkWalls({ report, caller }, { small })
    return report.differences
  })

/** The whole command. */
const differing = (walls: readonly Wall[]) =>
  behind(walls, url => checkContract({ url, settings: readSettings({}), small: true, progress: () => undefined }))

const isGzipped = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b
const unpacked = (bytes: Buffer) => (isGzipped(bytes) ? gunzipSync(bytes) : bytes).toString('latin1')

const walls: readonly [string, Wall, Level, line: RegExp, found: RegExp][] = [
  ['all that is asked', forbidsHeader('Content-Type'), 'breaks', /^a photo by POST/, /HTTP 403 with a page.*POST/],
  ['Content-Encoding', forbidsHeader('Content-Encoding'), 'borne', /gzipped/, /refuses Content-Encoding.*HTTP 403/],
  ['Content-Encoding by 415', forbidsHeader('Content-Encoding', 415), 'borne', /gzipped/, /refuses Content-Encoding/],
  ['Content-Encoding, cut', forbidsHeader('Content-Encoding', 'reset'), 'borne', /gzipped/, /refuses.*is cut/],
  ['gzipped bytes', forbidsBytes(isGzipped), 'borne', /gzipped/, /refuses the bytes of a gzipped body/],
  ['no Content-Encoding', dropsHeader('Content-Encoding'), 'borne', /gzipped/, /takes Content-Encoding away/],
  ['unpacked', unpacks({ keepsHeader: true }), 'borne', /gzipped/, /unpacks.*leaves Content-Encoding/],
  ['PATCH by 502', knowsNoMethod('PATCH', 502), 'borne', /a part arrives \(PATCH/, /HTTP 502.*let PATCH through/],
  ['PATCH by 405', knowsNoMethod('PATCH', 405), 'borne', /a part arrives \(PATCH/, /HTTP 405.*let PATCH through/],
  ['PATCH, cut', knowsNoMethod('PATCH', 'reset'), 'borne', /a part arrives \(PATCH/, /is cut.*let PATCH through/],
  ['HEAD', knowsNoMethod('HEAD', 403), 'borne', /HEAD/, /HTTP 403.*let HEAD through/],
  ['DELETE', knowsNoMethod('DELETE', 403), 'advice', /DELETE/, /HTTP 403.*let DELETE through/],
  ['Upload-Complete', dropsHeader('Upload-Complete'), 'borne', /is created/, /Upload-\*/],
  ['parts that are gathered', gathersParts, 'borne', /while it comes/, /nothing.*has arrived.*as they come/],
  ['130 kB', takesAtMost(130_000), 'borne', /every size/, /142\d{3}? bytes \(HTTP 413.* 1000\d\d? bytes pass.*8 MB/],
  ['90 kB, cut', takesAtMost(90_000, 'reset'), 'borne', /every size/, /\(the connection is cut\).* \d{5} bytes pass/],
  ['20 kB', takesAtMost(20_000), 'breaks', /every size/, /HTTP 413/],
  ['a photo', forbidsBytes(bytes => bytes.includes('/9j/')), 'breaks', /the bytes of a photo/, /HTTP 403.*of a text/],
  [
    'a photo that is gzipped',
    forbidsBytes(bytes => isGzipped(bytes) && unpacked(bytes).includes('/9j/')),
    'borne',
    /the bytes of a photo/,
    /gzipped photo.*plain/,
  ],
  ['pages', addsScript, 'borne', /as they were built/, /2 of 2 come altered.*index\.html.*copies pass.*scripts/],
  [
    'pages and their copies',
    { ...addsScript, refuses: ({ path }) => (path.endsWith('.txt') ? page(403) : undefined) },
    'breaks',
    /as they were built/,
    /so do their copies/,
  ],
]

test('nothing stands between where nothing does', async () => {
  const report = await differing([])
  expect(report.differences).toEqual([])
  const lines = report.lines()
  const from = lines.indexOf(about)
  const own = lines.slice(from + 1, lines.indexOf('', from))
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter(line => !line.startsWith('  holds'))).toEqual([])
})

test.each(walls.map(([what, wall, level, line, word]) => ({ what, wall, level, line, word })))(
  '$what is named',
  async ({ wall, level, line, word }) => {
    const found = await named([wall])
    expect(found.map(one => [one.level, one.says, one.found])).toEqual([
      [level, expect.stringMatching(line), expect.stringMatching(word)],
    ])
  },
)

test('all of them at once', async () => {
  const all = [forbidsHeader('Content-Encoding'), knowsNoMethod('PATCH'), takesAtMost(100_000), addsScript]
  const found = await named(all)
  expect(found.map(({ says }) => says)).toHaveLength(all.length)
})

test('a gateway that unpacks bodies and says so stands in nobody’s way', async () => {
  expect(await named([unpacks({ keepsHeader: false })])).toEqual([])
})

test('the largest photo is tried unless small ones are asked for', async () => {
  expect(await named([], false)).toEqual([])
  expect(await named([takesAtMost(2_000_000)])).toEqual([])
  expect(await named([takesAtMost(2_000_000)], false)).toEqual([
    expect.objectContaining({
      level: 'borne',
      found: expect.stringMatching(/699\d{4} bytes.* (?:\d{6}|1000000) bytes/),
    }),
  ])
})

test.each([true, false])('another encoding of answers is named, told: %s', async told => {
  const says = (await differing([speaksLatin1({ told })])).differences.map(one => one.says)
  expect(says).toContain(told ? 'names no other charset than UTF-8' : 'is UTF-8')
  expect(says).not.toContain(told ? 'is UTF-8' : 'names no other charset than UTF-8')
})

test('who asks provokes no limit', () => {
  expect(server.log.filter(line => /"status":(?:429|503)/.test(line))).toEqual([])
  expect(server.log.filter(line => line.includes('"alarm"'))).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { assetsOf, broughtFirst, builds, precached, wanted, workerScripts } from '../setup/builds.ts'

/** What a student pays for the portal, in bytes by brotli: a little more than was measured. */

const { dir } = builds.complete
const assets = assetsOf(dir).map(path => path.slice(1))
const read = (path: string) => readFileSync(join(dir, path))
const weigh = (paths: readonly string[]) =>
  paths.reduce((total, path) => total + brotliCompressSync(read(path)).length, 0)
const chunk = (name: string) => assets.filter(path => new RegExp(`^assets/${name}-[\\w-]{8}\\.js$`).test(path))

describe('a student downloads no more than', () => {
  test.each([
    ['home', () => ['home.html'], 7_600],
    // With each drawn page, for its worker.
    ['the neutral page', () => ['index.html'], 6_400],
    // Before a tap on a link is answered, and before the form takes a draft.
    ['the entry', () => chunk('index'), 3_800],
    // Before home and status live.
    ['what lives without React', () => chunk('early'), 20_600],
    ['the styles', () => assets.filter(path => path.endsWith('.css')), 9_700],
    ['the worker', () => workerScripts(dir), 22_100],
    ['the photo worker', () => chunk('shrink\\.worker'), 18_100],
    ['what an enrolment needs without a network', () => [...workerScripts(dir), ...broughtFirst(dir)], 244_700],
    ['all that is kept for offline use', () => [...workerScripts(dir), ...precached(dir)], 293_000],
  ])('%s may weigh', (_, paths, most) => {
    expect(paths()).not.toEqual([])
    expect(weigh(paths())).toBeLessThanOrEqual(most)
  })

  test('what it needs, in few files', () => {
    expect(broughtFirst(dir).length).toBeLessThanOrEqual(14)
    expect(wanted(dir)).toEqual([expect.stringContaining('/browser-image-compression-')])
  })

  test('what answers a tap on a link: the entry waits for no other script', () => {
    const [entry = ''] = chunk('index')
    expect(read(entry).toString()).not.toMatch(/\b(?:import|from)\s*["'{*]/)
  })

  test('what one round trip carries, for each page that is drawn ahead', () => {
    for (const page of ['home', 'register', 'status', 'recepisse', 'update', '404'])
      expect(gzipSync(read(`${page}.html`), { level: 9 }).length, page).toBeLessThanOrEqual(10_000)
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { builds } from './setup/builds.ts'

/** What a student pays for the portal: bytes, of each part and of all that is kept for offline use. */

const { dir } = builds.complete
const assets = readdirSync(join(dir, 'assets')).map(name => `assets/${name}`)

/** A hash in a name is no part of it; two chunks of one name are told apart by their order. */
const partOf = (path: string) => path.replace(/-[\w-]{8}(?=\.\w+$)/, '')

const weigh = (path: string) => {
  const bytes = readFileSync(join(dir, path))
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length }
}

/** Bytes: raw, gzip, brotli. As tight as the build allows; a part that grows must say here what for. */
const budgets: Readonly<Record<string, readonly [number, number, number]>> = {
  // With what lies on this device, in the foot of each page.
  'home.html': [20_950, 5_870, 5_080],
  'index.html': [8_800, 2_600, 2_150],
  // The worker opens what waits of a sealed dossier.
  'sw.js': [49_900, 16_900, 15_300],
  'assets/react.js': [220_500, 68_500, 58_900],
  'assets/tanstack.js': [114_000, 38_000, 33_800],
  'assets/rolldown-runtime.js': [800, 480, 420],
  'assets/index.js': [3_300, 1_600, 1_420],
  'assets/take-over.js': [38_300, 14_250, 12_950],
  'assets/take-over.css': [53_300, 9_550, 8_450],
  // Storage and queue, with their ciphers; what the first page and the later ones share.
  'assets/use-device.js': [29_400, 9_150, 8_300],
  'assets/spinner.js': [620, 370, 370],
  'assets/subject.js': [3_000, 1_400, 1_330],
  // "Appareil partagé": the door, the bar and the switch, once they are used.
  'assets/later.js': [22_200, 7_950, 7_300],
  'assets/screens.js': [58_500, 20_900, 18_300],
  'assets/camera.js': [4_000, 2_000, 1_800],
  'assets/editor.js': [8_900, 3_800, 3_500],
  'assets/shrink.worker.js': [31_000, 12_200, 11_000],
}

/** The worker's own list is what an installation downloads. */
const installed = [
  'sw.js',
  ...[...readFileSync(join(dir, 'sw.js'), 'utf8').matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)].map(
    ([, url = '']) => url,
  ),
]

describe('a student downloads no more than', () => {
  test.each(Object.entries(budgets))('%s may weigh', (part, [raw, gzip, brotli]) => {
    const weights = [...assets, 'home.html', 'index.html', 'sw.js'].filter(path => partOf(path) === part).map(weigh)
    expect(weights).not.toEqual([])
    const sum = (measure: keyof (typeof weights)[0]) => weights.reduce((total, weight) => total + weight[measure], 0)
    expect(sum('raw')).toBeLessThanOrEqual(raw)
    expect(sum('gzip')).toBeLessThanOrEqual(gzip)
    expect(sum('brotli')).toBeLessThanOrEqual(brotli)
  })

  test('the parts that have a budget', () => {
    expect(assets.map(partOf).filter(part => !(part in budgets))).toEqual([])
  })

  test('everything that is kept for offline use may weigh', () => {
    const brotli = installed.reduce((total, path) => total + weigh(path).brotli, 0)
    expect(installed.length).toBeGreaterThan(10)
    expect(brotli).toBeLessThanOrEqual(187_900)
  })

  test('what one round trip carries, for each page that is drawn ahead', () => {
    for (const page of ['home', 'register', 'status', 'recepisse', 'update', '404'])
      expect(weigh(`${page}.html`).gzip, page).toBeLessThanOrEqual(10_000)
  })
})

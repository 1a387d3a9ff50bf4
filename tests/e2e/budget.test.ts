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
  // With what lies on this device, in the foot of each page, the two logos, and the script that lets the page be drawn
  // before anything else is asked for.
  'home.html': [21_400, 6_820, 5_900],
  'index.html': [6_900, 2_300, 1_930],
  // The worker opens what waits of a sealed dossier.
  'sw.js': [49_500, 16_650, 14_950],
  'assets/react.js': [219_600, 67_900, 58_400],
  'assets/tanstack.js': [109_600, 35_800, 32_500],
  'assets/rolldown-runtime.js': [800, 480, 420],
  // It brings the worker, beside what the page itself needs.
  'assets/index.js': [4_000, 1_870, 1_650],
  // With the words for a screen that the network has not brought, what keeps touches until the page answers, and the
  // dates for a first visit to any page.
  'assets/take-over.js': [38_720, 14_850, 13_510],
  'assets/take-over.css': [51_660, 9_290, 8_250],
  // Storage and queue, with their ciphers; what the first page and the later ones share. That the mode outlives the
  // database, and that erasing may fail, cost 300 bytes.
  'assets/use-device.js': [29_600, 9_150, 8_300],
  'assets/spinner.js': [620, 370, 370],
  // With the words for a photo that is no longer at hand, or could not be kept, for a tool that did not come, and for a
  // camera that ended the page.
  'assets/subject.js': [4_300, 1_900, 1_770],
  // "Appareil partagé": the door, the bar and the switch, once they are used. It tells when something was not erased, and
  // lets typed codes go.
  'assets/later.js': [22_870, 8_140, 7_480],
  // An update that waits for its last photo, and what is said meanwhile and while the wizard is on its way.
  'assets/screens.js': [57_000, 19_530, 17_680],
  'assets/camera.js': [4_000, 2_000, 1_800],
  'assets/editor.js': [8_900, 3_800, 3_500],
  // A photo is decoded no larger than it has to be.
  'assets/shrink.worker.js': [31_700, 12_250, 11_100],
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
    expect(brotli).toBeLessThanOrEqual(188_760)
  })

  test('what one round trip carries, for each page that is drawn ahead', () => {
    for (const page of ['home', 'register', 'status', 'recepisse', 'update', '404'])
      expect(weigh(`${page}.html`).gzip, page).toBeLessThanOrEqual(10_000)
  })
})

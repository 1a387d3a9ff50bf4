import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { assetsOf, builds, precached } from './setup/builds.ts'

/** What a student pays for the portal: bytes, of each part and of all that is kept for offline use. */

const { dir } = builds.complete
const assets = assetsOf(dir).map(path => path.slice(1))

/** A hash in a name is no part of it; two chunks of one name are told apart by their order. */
const partOf = (path: string) => path.replace(/-[\w-]{8}(?=\.\w+$)/, '')

const weigh = (path: string) => {
  const bytes = readFileSync(join(dir, path))
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length }
}

/** Bytes: raw, gzip, brotli. As tight as the build allows; a part that grows must say here what for. */
const budgets: Readonly<Record<string, readonly [number, number, number]>> = {
  // With what lies on this device, in the foot of each page, the two logos and the icon, the script that lets the page be
  // drawn before anything else is asked for, and the words for a browser that is too old. The cloth, the documents' drawings,
  // who runs the portal.
  'home.html': [26_220, 8_450, 7_450],
  // It has no foot yet: the contacts stand beside those words, and a way home.
  'index.html': [7_270, 2_880, 2_450],
  // The worker opens what waits of a sealed dossier, takes in what other apps share, and tells when all has gone. It reads
  // the portal's addresses from the table that all hosts share.
  'sw.js': [52_540, 17_700, 15_930],
  'assets/react.js': [219_420, 67_600, 58_230],
  'assets/tanstack.js': [109_280, 35_600, 32_170],
  'assets/rolldown-runtime.js': [740, 440, 390],
  // It brings the worker with its token, beside what the page itself needs, and keeps the browser's offer to install.
  'assets/index.js': [4_380, 2_040, 1_810],
  // With the words for a screen that the network has not brought, what keeps touches until the page answers, and the
  // dates for a first visit to any page; the words for a view inside another app, and why and when something is asked again.
  // In WebKit a link that leaves while the stores are made would lock them until the browser ends. Home says one thing for
  // each state, and what was begun. The portal's addresses stand in a table.
  'assets/take-over.js': [31_590, 11_720, 10_590],
  'assets/take-over.css': [43_360, 9_290, 8_380],
  // Storage and queue, with their ciphers; what the first page and the later ones share, and what all screens say of the
  // five documents: one request more would cost a first visit more than its 1.1 kB.
  // Two tabs share a draft part by part, and a page that is left lets go of the disk. The table of calls lies here, since
  // the outbox reads by it what lies on the phone. Now also what take-over.js had and later files share, what is held for
  // another device and prepared in advance.
  'assets/device.js': [63_370, 22_450, 19_820],
  // "Appareil partagé": the door, the bar and the switch, once they are used. It tells when something was not erased, and
  // lets typed codes go.
  'assets/later.js': [24_350, 8_440, 7_730],
  // An update that waits for its last photo, and what is said meanwhile and while the wizard is on its way; numbers as they
  // are written, photos that are prepared wherever the student is, and what is true of each of them. For the person in front
  // of it: rows that open one at a time with what a photo must show, a summary of what is missing, where to find a number, a
  // number that can be corrected, the code read from the SMS, what each answer about a file asks for, whom to ask. An
  // answer is written as soon as it is painted.
  'assets/screens.js': [98_200, 34_570, 30_540],
  // What an enrolment can do without: preparing, receiving, handing over, what waits, a receipt's copy, the invitation. It
  // comes last; the goal for all of it was 14 kB.
  'assets/hand.js': [57_650, 20_060, 18_100],
  'assets/qr.js': [4_010, 2_180, 2_050],
  // Codes, for doors and for dossiers that come.
  'assets/create-sealed.js': [2_170, 1_080, 1_000],
  'assets/camera.js': [3_840, 1_850, 1_670],
  'assets/editor.js': [8_040, 3_420, 3_120],
  // A photo is decoded no larger than it has to be.
  'assets/shrink.worker.js': [28_950, 11_090, 10_040],
}

/** The worker's own list is what an installation downloads. */
const installed = ['sw.js', ...precached(dir).map(path => path.slice(1))]

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
    expect(brotli).toBeLessThanOrEqual(231_200)
  })

  test('what one round trip carries, for each page that is drawn ahead', () => {
    for (const page of ['home', 'register', 'status', 'recepisse', 'update', '404'])
      expect(weigh(`${page}.html`).gzip, page).toBeLessThanOrEqual(10_000)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { assetsOf, broughtFirst, builds, precached, workerScripts } from '../setup/builds.ts'

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
  'home.html': [23_370, 7_990, 7_040],
  // It has no foot yet: the contacts stand beside those words, and a way home.
  'index.html': [6_910, 2_760, 2_340],
  // The worker's list: each file's hash, and its blocks' first letters for an update that brings these alone.
  'sw.js': [3_600, 1_790, 1_730],
  // The worker opens what waits of an encrypted dossier, takes in what other apps share, and tells when all has gone. It reads
  // the portal's addresses from the table that all hosts share. It compares each file with its list, edits what was
  // rewritten, and gives pages the headers of their host. What waits for a code is not sent, also where an older build
  // took the question for a refusal. Its files are its own care, in two stages, and it makes those of
  // an update of the ones it has; a list is asked for once a day. It sends in parts what the line cuts, and keeps the code
  // of a receipt when it is accepted.
  // It tells a page when it lets go of a request that holds an update back, and waits for a list as long as it was told.
  // It takes the sending over from a page that is frozen.
  // What a firewall or gateway refuses goes another way, and a page that is altered on its way comes by its copy.
  'assets/worker.js': [51_620, 18_510, 16_710],
  'assets/react.js': [111_330, 35_750, 31_510],
  'assets/tanstack.js': [61_690, 20_850, 18_980],
  'assets/rolldown-runtime.js': [730, 430, 390],
  // It brings the worker with its token, beside what the page itself needs, and keeps the browser's offer to install. It
  // answers taps on links before any other script is there, also one on Back, and loads React when a screen needs it.
  'assets/index.js': [6_280, 2_870, 2_570],
  // Home and status before React: their dates, links and list of years, and what draws them; with it, for React as
  // well, the calls and their shapes, the stores of this device, and the worker's registration. The window's last day, and
  // a call that something else than one request may carry.
  // It knows when it was built and what time the last answers told, so that a wrong clock of the phone is named.
  'assets/early.js': [55_140, 20_200, 17_790],
  'assets/early.css': [42_980, 9_140, 8_230],
  // With the words for a screen that the network has not brought, what keeps touches until the page answers, and the
  // dates for a first visit to any page; the words for a view inside another app, and why and when something is asked again.
  // In WebKit a link that leaves while the stores are made would lock them until the browser ends. Home says one thing for
  // each state, and what was begun. The portal's addresses stand in a table. It says when a damaged file was replaced.
  // A box that is touched before React has it waits for React. The network's line says when no network is needed.
  // Storage and queue, with their ciphers, lie here, and what later screens share with the first page: one window of the
  // compression for all of it, and one request. Two tabs share a draft part by part, and a page that is left lets go of the
  // disk. The table of calls is here, since the outbox reads by it what lies on the phone. A request for which a code is
  // asked waits for it, and what replaces it keeps the words. A list that was kept proves no network. What the page has
  // learned and said before React goes on with it. The last day is told to whoever has something unsent; the outbox tells a
  // line that cuts, and keeps where an upload stands.
  // Words stand in elements of their own, so that a page's translator harms nothing; a date is written in one way.
  // A question waits until it has been read, Back closes it, a disk is asked again and told of, a frozen page lets go, and
  // what was typed outlives an error and a page that was altered.
  'assets/hydrate.js': [63_780, 24_170, 21_420],
  // "Appareil partagé": the unlock screen, the bar and the switch, once they are used. It tells when something was not erased, and
  // lets typed codes go.
  // It offers three words as a code, and to erase what was altered. What was tried again while a dossier was encrypted is
  // encrypted anew.
  'assets/later.js': [26_120, 9_010, 8_230],
  // The words themselves, once a code is chosen.
  'assets/words-text.js': [3_650, 1_770, 1_580],
  // An update that waits for its last photo, and what is said meanwhile and while the wizard is on its way; numbers as they
  // are written, photos that are prepared wherever the student is, and what is true of each of them. For the person in front
  // of it: rows that open one at a time with what a photo must show, a summary of what is missing, where to find a number, a
  // number that can be corrected, the code read from the SMS, what each answer about a file asks for, whom to ask. An
  // answer is written as soon as it is painted. A code that is asked for once more is asked for in place, and a
  // press for another one is answered there. A text that was typed while React took its field over can be erased again.
  // A refusal after the window's end tells both times and asks for no other answers, and a row what has arrived and why a
  // photo is made lighter.
  // What was pasted or typed in another script's digits is read, and what is missing is named. A photo that lies in the cloud
  // and a chooser that does not open have words, and a second way.
  'assets/screens.js': [92_490, 33_630, 29_800],
  // What an enrolment can do without: preparing, receiving, handing over, what waits, a receipt's copy, the invitation. It
  // comes last; the goal for all of it was 14 kB.
  // With a database in the page's memory, for a browser that gives none.
  'assets/optional-screens.js': [60_840, 21_210, 19_180],
  // What is done after an enrolment: its state, corrections, the receipt. What it shares with optional-screens.js is a file of its own.
  // The receipt's form is filled with the code that was confirmed here, and what is typed takes its place.
  'assets/follow-up-screens.js': [18_390, 7_120, 6_490],
  'assets/file-query.js': [2_210, 1_230, 1_160],
  'assets/qr.js': [3_960, 2_150, 2_030],
  // Codes, for unlock screens and for dossiers that come: counted with their key, and stretched as long as this device bears. A fault of
  // the device alters nothing.
  'assets/create-encrypted.js': [4_330, 1_970, 1_810],
  // Every lens can be reached and is remembered; a picture that stands still is never taken.
  'assets/camera.js': [5_760, 2_680, 2_440],
  'assets/editor.js': [7_940, 3_450, 3_140],
  // Both for a line that cuts connections in the middle of a photo.
  'assets/in-parts.js': [3_630, 1_650, 1_510],
  'assets/lighter.js': [1_210, 740, 680],
  // A photo is decoded no larger than it has to be, also one that was taken on its head.
  // Known pixels tell a canvas that lies; a long page keeps its short side.
  'assets/shrink.worker.js': [30_210, 11_610, 10_500],
}

/** The worker's own list is what it downloads. */
const together = (paths: readonly string[]) =>
  [...workerScripts(dir), ...paths].reduce((total, path) => total + weigh(path.slice(1)).brotli, 0)

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

  test('what an enrolment needs without a network may weigh', () => {
    expect(broughtFirst(dir).length).toBeGreaterThan(10)
    expect(together(broughtFirst(dir))).toBeLessThanOrEqual(171_000)
  })

  test('everything that is kept for offline use, with what follows when the line is idle, may weigh', () => {
    expect(precached(dir).length).toBeGreaterThan(broughtFirst(dir).length)
    expect(together(precached(dir))).toBeLessThanOrEqual(216_800)
  })

  test('what answers a tap on a link: the entry waits for no other script', () => {
    const entry = assets.find(path => partOf(path) === 'assets/index.js') ?? ''
    expect(readFileSync(join(dir, entry), 'utf8')).not.toMatch(/\b(?:import|from)\s*["'{*]/)
  })

  test('what one round trip carries, for each page that is drawn ahead', () => {
    for (const page of ['home', 'register', 'status', 'recepisse', 'update', '404'])
      expect(weigh(`${page}.html`).gzip, page).toBeLessThanOrEqual(10_000)
  })
})

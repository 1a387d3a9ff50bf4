import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { patienceMs } from '../../patience.ts'
import { student } from './answers.ts'
import type { OtherProvider } from './other-provider.ts'

/** What a dying battery, a worn card or a cleaner app does to the files of a profile, and what its student then sees. */

const damages = {
  flip(file: string) {
    const bytes = readFileSync(file)
    // Also near the end, where a log has its newest records.
    for (const part of [0.5, 0.97])
      for (let at = Math.floor(bytes.length * part), end = at + 16; at < Math.min(end, bytes.length); at += 1)
        bytes[at] = (bytes[at] ?? 0) ^ 0xff
    writeFileSync(file, bytes)
  },
  half: (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  empty: (file: string) => truncateSync(file),
  gone: (file: string) => rmSync(file, { recursive: true }),
  /** A file stands where a folder was. */
  replaced(folder: string) {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
  },
} as const

type Damage = keyof typeof damages
type Case = [kind: string, how: Damage, pattern: RegExp]

/** @param files the kinds of files of a profile, each with the paths that are of it */
export const casesOf = (files: Readonly<Record<string, RegExp>>): Case[] =>
  Object.entries(files).flatMap(([kind, pattern]) => {
    const ways = kind === 'folder' ? (['gone', 'replaced'] as const) : (['flip', 'half', 'empty', 'gone'] as const)
    return ways.map((how): Case => [kind, how, pattern])
  })

/** @throws where the profile has no such file: then the table is wrong */
function damage(profile: string, kind: RegExp, how: Damage): void {
  const files = readdirSync(profile, { recursive: true, encoding: 'utf8' }).filter(path => kind.test(path))
  if (files.length === 0) throw new Error(`No file of this profile is like ${kind}`)
  for (const file of files) damages[how](join(profile, file))
}

/** What one screen said once it stood still. */
interface Sight {
  text: string
  /** It still waits for something of this device. */
  spins: boolean
  /** How many photos it shows as waiting. */
  waiting: number
}

/** Runs in the page. */
export const lookAround = (): Sight => ({
  text: document.body.innerText,
  // Also what stands there until the portal's scripts have come to an end.
  spins: document.querySelector('main .spinner, #late') !== null,
  waiting: document.querySelectorAll('[data-document]:is([data-state="queued"], [data-state="sending"])').length,
})

/** Runs in the page. */
export const tellOnline = (): void => void dispatchEvent(new Event('online'))

/** A browser with one page open. */
export interface Opened {
  open(address: string): Promise<void>
  look(): Promise<Sight>
  /** Tells the page that there is a network again, as the browser does. */
  tellOnline(): Promise<void>
  close(): Promise<void>
}

const lookMs = 300
const enough = 8
/** Without what counts down. */
const bare = ({ text }: Sight) => text.replaceAll(/\d+/g, '')

/** Looks until it is over and stands still; a screen that never is is given up. */
async function settled({ look }: Opened, isOver: (sight: Sight) => boolean): Promise<Sight> {
  let last = await look()
  for (let looks = 0, same = 0; looks * lookMs < 2 * patienceMs && same < enough; looks += 1) {
    await after(lookMs)
    const now = await look()
    same = isOver(now) && bare(now) === bare(last) ? same + 1 : 0
    last = now
  }
  return last
}

const screens = ['/home', '/register', '/preparer', '/envois']

export type Verdict = 'kept' | 'put back' | 'told' | 'silent' | 'stuck'

/** What tells of a loss, or of a disk that can't be used. */
const told =
  /abîmé|illisible|a effacé ce qui était gardé|ne répond pas|plus de place sur cet appareil|ne laisse rien garder|n'a pas pu être lu|disparu/
const backAgain = /les a remises en place/

/** A profile whose photos wait for a network, and what they are. */
export interface Waiting {
  profile: string
  /** In base64, by document. */
  images: ReadonlyMap<string, string>
}

/**
 * Breaks a copy of the profile, and opens it: each screen without a network, then the wizard with one.
 * @param provider stopped
 */
export async function playDamage(
  { profile, images }: Waiting,
  [how, pattern]: readonly [Damage, RegExp],
  provider: OtherProvider,
  start: (profile: string) => Promise<Opened>,
): Promise<{ verdict: Verdict; seen: string }> {
  const copy = mkdtempSync(join(tmpdir(), 'telephone-'))
  provider.forget()
  cpSync(profile, copy, { recursive: true })
  damage(copy, pattern, how)
  const browser = await start(copy)
  try {
    const sights: Sight[] = []
    for (const path of screens) {
      await browser.open(`${provider.url}${path}`)
      sights.push(await settled(browser, ({ spins }) => !spins))
    }
    await provider.start()
    await browser.open(`${provider.url}/register`)
    await settled(browser, ({ spins }) => !spins)
    await browser.tellOnline()
    sights.push(await settled(browser, ({ spins, waiting }) => !spins && waiting === 0))
    const arrived = [...images].map(
      ([type, image]) => [provider.memory.document(student.matricule, type)?.toString('base64'), image] as const,
    )
    const seen = sights.map(({ text, spins }) => `${spins ? 'waits: ' : ''}${text.replaceAll(/\s+/g, ' ')}`)
    return { verdict: judge(sights, arrived), seen: seen.join('\n\n') }
  } finally {
    await browser.close()
    await provider.stop()
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
  }
}

function judge(sights: readonly Sight[], arrived: readonly (readonly [string | undefined, string])[]): Verdict {
  const says = (words: RegExp) => sights.some(({ text }) => words.test(text))
  if (sights.some(({ spins }) => spins)) return 'stuck'
  // What arrives altered passes for the student's photo.
  if (arrived.some(([came, image]) => came !== undefined && came !== image)) return 'silent'
  if (arrived.every(([came]) => came !== undefined)) return says(backAgain) ? 'put back' : 'kept'
  if (says(told)) return 'told'
  return sights.at(-1)?.waiting ? 'stuck' : 'silent'
}

/**
 * What passes for emptiness, or for the student's photo, until there is a second place to compare with and to take it
 * from: by engine, kind of file and damage.
 */
const silentYet: readonly string[] = []

/** What a case may come to. */
export const allowed = (name: string): readonly Verdict[] =>
  silentYet.includes(name) ? ['silent'] : ['kept', 'put back', 'told']

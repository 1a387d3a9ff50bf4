import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { addressOf, Caller } from '../setup/caller.ts'
import { invent, listOf } from './crowd.ts'
import type { Figure } from './figures.ts'
import type { Context } from './students.ts'
import { type Subject, startSubject } from './subject.ts'

const everyMs = 50

interface Import {
  seconds: number
  longestChrono: number
  longestSearch: number
  told: number
}

/** A list that is imported while the dates, and now and then a student, are asked for. */
export async function importing({ root, against, imported }: Context): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const database of ['pglite', 'postgres'] as const) {
    const measured: Import[] = []
    for (const dir of [root, ...(against ? [against] : [])]) {
      const subject = await startSubject({ dir, database, imported: 1000 })
      try {
        measured.push(await importInto(subject, imported))
      } finally {
        await subject.stop()
      }
    }
    const each = (of: (one: Import) => number) => {
      const [value = Number.NaN, before] = measured.map(of)
      return { value, before }
    }
    const name = `${database}, import of ${imported}`
    figures.push(
      { name: `${name}: longest wait for chrono`, unit: 'ms', ...each(one => one.longestChrono), goal: { most: 1000 } },
      { name: `${name}: longest wait for a search`, unit: 'ms', ...each(one => one.longestSearch) },
      { name: `${name}: the whole command`, unit: 'ms', ...each(one => one.seconds * 1000) },
      { name: `${name}: lines told meanwhile`, unit: '', ...each(one => one.told) },
    )
  }
  return figures
}

async function importInto(subject: Subject, imported: number): Promise<Import> {
  const list = join(subject.folder, 'import.csv')
  writeFileSync(list, listOf(imported, 'ARRIVE', 500_000))
  const origin = subject.originFor(0)
  const someone = invent(1, 1000)
  const search = JSON.stringify({ anneeBac: '2026', numPlace: someone.numPlace, serie: someone.serie, ae: someone.ae })
  let told = -1
  let isDone = false
  const ask = async (path: string, body: string, pauseMs: number, nth: number) => {
    let longest = 0
    // Several at once: one that waits must not keep the next from being asked.
    const one = async (place: number) => {
      const caller = new Caller(addressOf(nth * 100 + place))
      await after(place * pauseMs)
      while (!isDone) {
        const { ms } = await caller.post(origin, `/2021/v1/etudiant/${path}`, body)
        longest = Math.max(longest, ms)
        await after(pauseMs * 10)
      }
      caller.hangUp()
    }
    await Promise.all(Array.from({ length: 10 }, (_, place) => one(place)))
    return longest
  }
  const waits = Promise.all([
    ask('enrolement/chrono', '{}', everyMs, 1),
    ask('search/matricule', search, everyMs * 5, 2),
  ])
  const since = performance.now()
  await subject.operate(['import', list], () => {
    told += 1
  })
  const seconds = (performance.now() - since) / 1000
  isDone = true
  const [longestChrono, longestSearch] = await waits
  return { seconds, longestChrono, longestSearch, told }
}

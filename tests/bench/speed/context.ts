import type { Sites } from './builds.ts'
import type { Figure, Subject } from './figures.ts'
import type { Site } from './site.ts'

/** What every part of the bench works with. */
export interface Context {
  dirs: Sites
  sites: Readonly<Record<Compared, Site>> & { beside?: Site | undefined }
  runs: number
  full: boolean
  lighthouse: boolean
}

export type Compared = Exclude<Subject, 'base' | 'beside'>
export const compared: readonly Compared[] = ['portal', 'page', 'ordinary']

/** Every build that is served, and the commit beside it where one was named. */
export function served({ dirs, sites }: Context): (readonly [Compared | 'beside', Site, string])[] {
  const always = compared.map(subject => [subject, sites[subject], dirs[subject]] as const)
  return sites.beside && dirs.beside ? [...always, ['beside', sites.beside, dirs.beside]] : always
}

/** One part of the bench: it measures and gives its lines of the table. */
export type Part = (context: Context) => Promise<Figure[]>

/** Values of several runs, by whose they are. */
export type Runs = Partial<Record<Subject, number[]>>

export const note = (runs: Runs, subject: Subject, value: number): void => {
  runs[subject] = [...(runs[subject] ?? []), value]
}

/** What goes wrong with one subject is written down, and the others are measured all the same. */
export class Troubles {
  readonly #said = new Set<string>()

  async survive<T>(subject: Subject, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#said.add(`${subject} failed: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`)
      return undefined
    }
  }

  /** What belongs beside the figures; undefined when there is nothing to say. */
  note(...more: (string | undefined)[]): { note?: string } {
    const all = [...more.filter(Boolean), ...this.#said].join('; ')
    return all ? { note: all } : {}
  }
}

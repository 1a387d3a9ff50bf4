import type { Figure } from './figures.ts'
import type { Site } from './site.ts'

/** What every part of the bench works with. */
export interface Context {
  sites: { portal: Site; page: Site; beside?: Site | undefined }
  runs: number
}

/** One part of the bench: it measures and gives its lines of the table. */
export type Part = (context: Context) => Promise<Figure[]>

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findChromium, isRoot } from '../../e2e/setup/chromium.ts'
import type { Context } from './context.ts'
import { type Figure, note, type Runs, Troubles } from './figures.ts'

/** robots.txt keeps it from search engines, since its address names a student: what is hidden has no SEO. */
const personal = '/reclamation/MA2025TR001'
const routes = ['/home', '/register', '/status', '/recepisse', '/update', personal, '/nulle-part']
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Report {
  categories?: Record<string, { score?: number | null }>
}

/** With Lighthouse's own defaults for a phone. It is no dependency: npx fetches it when it can. */
async function reportOf(url: string): Promise<Report> {
  const flags = ['--headless=new', ...(isRoot() ? ['--no-sandbox'] : [])].join(' ')
  const args = ['--output=json', '--quiet', `--only-categories=${categories}`, `--chrome-flags=${flags}`]
  const env = { ...process.env, CHROME_PATH: findChromium() }
  const { stdout } = await promisify(execFile)('npx', ['--yes', 'lighthouse', url, ...args], { env, maxBuffer: 1e8 })
  return JSON.parse(stdout)
}

/** Points out of a hundred. */
export async function lighthouse({ sites: { portal }, runs }: Context): Promise<Figure[]> {
  await portal.begin('free')
  const figures: Figure[] = []
  for (const route of routes) {
    const troubles = new Troubles()
    const scores = categories
      .filter(each => route !== personal || each !== 'seo')
      .map(name => ({ name, runs: {} as Runs }))
    for (let run = 0; run < runs; run += 1) {
      const report = await troubles.survive('portal', () => reportOf(portal.url + route))
      for (const { name, runs } of report ? scores : []) {
        const score = report?.categories?.[name]?.score
        if (typeof score === 'number') note(runs, 'portal', score * 100)
      }
    }
    for (const { name, runs } of scores)
      figures.push({
        name: `Lighthouse ${name}, ${route}`,
        unit: 'points',
        runs,
        goal: { least: 100 },
        ...troubles.note(),
      })
  }
  return figures
}

import { spawn } from 'node:child_process'
import { findChromium, isRoot } from '../../e2e/setup/chromium.ts'
import type { Part } from './context.ts'
import type { Figure } from './figures.ts'

/** robots.txt keeps it from search engines, since its address names a student: what is hidden has no SEO. */
const personal = '/reclamation/MA2025TR001'
const routes = ['/home', '/register', '/status', '/recepisse', '/update', personal, '/nulle-part']
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof categories)[number], number>

interface Report {
  categories?: Record<string, { score?: number | null }>
}

/** Out of a hundred, with Lighthouse's own defaults for a phone. It is no dependency: npx fetches it when it can. */
async function score(url: string): Promise<Scores> {
  const flags = ['--headless=new', ...(isRoot() ? ['--no-sandbox'] : [])].join(' ')
  const args = ['--yes', 'lighthouse', url, '--output=json', '--quiet', `--only-categories=${categories}`]
  const report: Report = JSON.parse(await printed([...args, `--chrome-flags=${flags}`]))
  const scores = categories.map(category => {
    const value = report.categories?.[category]?.score
    if (typeof value !== 'number') throw new Error(`Lighthouse gave no score for ${category}`)
    return [category, value * 100]
  })
  return Object.fromEntries(scores) as Scores
}

function printed(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('npx', args, { env: { ...process.env, CHROME_PATH: findChromium() } })
    const out: Buffer[] = []
    let faults = ''
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', chunk => {
      faults += String(chunk)
    })
    child.once('error', reject)
    child.once('close', code => {
      if (code === 0) resolve(Buffer.concat(out).toString())
      else reject(new Error(`lighthouse ended with ${code}: ${faults.trim().split('\n').at(-1)}`))
    })
  })
}

export const lighthouse: Part = async ({ sites: { portal }, runs, lighthouse }) => {
  await portal.begin('free')
  const figures: Figure[] = []
  let missing = lighthouse ? '' : 'asked for with --lighthouse'
  for (const route of routes) {
    const scores: Scores[] = []
    let fault = figures.length === 0 ? missing : ''
    for (let run = 0; run < runs && !missing; run += 1) {
      try {
        scores.push(await score(portal.url + route))
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error)
        // Where the very first run fails it can't be had; a later one may be a bad moment of its browser.
        if (figures.length === 0 && scores.length === 0) missing = fault
      }
    }
    for (const category of categories.filter(each => route !== personal || each !== 'seo')) {
      figures.push({
        name: `Lighthouse ${category}, ${route}`,
        unit: 'points',
        runs: { portal: scores.map(each => each[category]) },
        goal: { least: 100 },
        ...(fault ? { note: fault } : {}),
      })
    }
  }
  return figures
}

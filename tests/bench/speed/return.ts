import { precached } from '../../e2e/setup/builds.ts'
import { type Context, note, type Part, type Runs } from './context.ts'
import { KeptPhone } from './kept-phone.ts'
import type { Site } from './site.ts'
import { bodies, filesOf, listsOf, sum } from './traffic.ts'
import { largestText } from './watch.ts'

async function withInstalled<T>(
  { dirs, sites }: Context,
  subject: 'portal' | 'ordinary',
  work: (phone: KeptPhone, site: Site) => Promise<T>,
): Promise<T> {
  const site = sites[subject]
  const phone = new KeptPhone(site)
  try {
    await phone.install(precached(dirs[subject]))
    return await work(phone, site)
  } finally {
    await site.link.set({ network: 'there' })
    phone.dispose()
  }
}

/** The browser is started anew, and there is no network at all. */
export const offlineStart: Part = async context => {
  const runs: Runs = {}
  for (const subject of ['portal', 'ordinary'] as const) {
    await withInstalled(context, subject, async (phone, site) => {
      await site.link.set({ network: 'gone' })
      for (let run = 0; run < context.runs; run += 1) {
        const ms = await phone.open(2020, async page => {
          await page.goto('/home', { waitUntil: 'commit' })
          return largestText(page)
        })
        note(runs, subject, ms)
      }
    })
  }
  return [{ name: 'start with the network gone, to the largest text', unit: 'ms', runs, goal: { most: 400 } }]
}

/** The browser is started anew, and nothing has changed at the server since; the home page, then the wizard. */
export const secondVisit: Part = async context => {
  const bytes: Runs = {}
  const asked: Runs = {}
  const heads: Runs = {}
  const text: Runs = {}
  const fetched = new Set<string>()
  for (const subject of ['portal', 'ordinary'] as const) {
    await withInstalled(context, subject, async (phone, site) => {
      for (let run = 0; run < context.runs; run += 1) {
        await phone.open(2020, async page => {
          await site.begin('usual')
          await page.goto('/home', { waitUntil: 'commit' })
          note(text, subject, await largestText(page))
          await site.quiet(3_000)
          // The lists are asked for where they are needed.
          await page.goto('/register', { waitUntil: 'commit' })
          await page.locator('[aria-current="step"]').waitFor()
          await site.quiet(3_000)
        })
        const { answers } = site.traffic
        const known = [...filesOf(answers), ...listsOf(answers)]
        note(bytes, subject, bodies(known))
        note(asked, subject, answers.length)
        note(heads, subject, sum(answers.map(({ head }) => head)))
        if (subject === 'portal')
          for (const { path, status, body } of known) fetched.add(`${path} ${status} (${body} B)`)
      }
    })
  }
  return [
    {
      name: 'second visit: bytes for shell and lists',
      unit: 'B',
      runs: bytes,
      goal: { most: 0 },
      note: fetched.size > 0 ? `asked for ${[...fetched].join(', ')}` : 'nothing of both was asked for',
    },
    { name: '… all its requests', unit: 'points', runs: asked },
    { name: '… bytes of all heads of answers', unit: 'B', runs: heads },
    { name: '… its largest text', unit: 'ms', runs: text },
  ]
}

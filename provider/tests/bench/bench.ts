import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { openWorkplace } from '../../../tests/run/workplace.ts'
import { readArguments, type Section } from './arguments.ts'
import { type Figure, table } from './figures.ts'
import { home } from './home.ts'
import { takePictures } from './pictures.ts'
import { sizing } from './sizing.ts'
import { slow } from './slow.ts'
import { type Context, students } from './students.ts'
import { yardstick } from './yardstick.ts'

/** `npm run bench -w provider`: what an enrolment costs the server, and how many it bears at once. */

const parts: Record<Section, (context: Context) => Promise<Figure[]>> = {
  pglite: context => students(context, { database: 'pglite' }),
  postgres: context => students(context, { database: 'postgres' }),
  two: context => students(context, { database: 'postgres', processes: 2 }),
  nginx: context => students(context, { database: 'postgres', processes: 2, isBehindNginx: true }),
  slow,
  home,
}

const version = (dir: string): string =>
  execFileSync('git', ['describe', '--always', '--dirty'], { cwd: dir, encoding: 'utf8' }).trim()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const choice = readArguments(process.argv.slice(2))
const workplace = openWorkplace()
process.env.TMPDIR = workplace.folder
const root = join(import.meta.dirname, '..', '..', '..')
const context: Context = { ...choice, root, pictures: await takePictures() }
const figures: Figure[] = [await yardstick(context.pictures)]
for (const section of choice.only) {
  const since = Date.now()
  try {
    const measured = await parts[section](context)
    figures.push(...measured)
    console.log(
      `\n${section}: ${((Date.now() - since) / 1000).toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}\n\n${table(measured)}`,
    )
  } catch (error) {
    // One section that can't be measured must not cost the others theirs.
    console.log(`${section}: could not be measured. ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
const compared = choice.against ? `, against ${version(choice.against)}` : ''
console.log(
  `\nCommit ${version(root)}${compared}; ${cpus().length} processors; ${choice.imported} students imported.\n`,
)
console.log(`${table(figures)}\n\n${sizing(figures)}`)
await workplace.clear()

import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openWorkplace } from '../../../tests/run/workplace.ts'
import { decoders } from './decoders.ts'
import { type Figure, table } from './figures.ts'
import { takePictures, yardstick } from './pictures.ts'
import { sizing } from './sizing.ts'
import { slow } from './slow.ts'
import { type Context, students } from './students.ts'

/**
 * `npm run bench -w provider -- [--quick] [--only postgres,slow] [--against DIR] [--imported 60000]`:
 * what an enrolment costs the server, and how many it bears at once.
 */
const parts: Record<string, (context: Context) => Promise<Figure[]>> = {
  pglite: context => students(context, { database: 'pglite' }),
  postgres: context => students(context, { database: 'postgres' }),
  two: context => students(context, { database: 'postgres', processes: 2 }),
  nginx: context => students(context, { database: 'postgres', processes: 2, isBehindNginx: true }),
  slow,
  decoders,
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(parts).join(',') },
    against: { type: 'string' },
    imported: { type: 'string', default: '60000' },
  },
})
const root = join(import.meta.dirname, '..', '..', '..')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const workplace = openWorkplace()
process.env.TMPDIR = workplace.folder
const context: Context = {
  dirs: [root, ...(values.against ? [resolve(values.against)] : [])],
  imported: Number(values.imported),
  crowds: values.quick
    ? [[20, 150]]
    : [
        [1, 60],
        [20, 200],
        [200, 400],
      ],
  slowUploads: values.quick ? 500 : 5000,
  pictures: await takePictures(),
}
const figures: Figure[] = [await yardstick(context.pictures)]
for (const name of values.only.split(',')) {
  const part = parts[name]
  if (!part) throw new Error(`"${name}" is no part of the bench: ${Object.keys(parts).join(', ')}.`)
  try {
    const measured = await part(context)
    figures.push(...measured)
    console.log(`\n${name}: load ${loadavg()[0]?.toFixed(1)}\n\n${table(measured)}`)
  } catch (error) {
    // One section that can't be measured must not cost the others theirs.
    console.log(`${name}: could not be measured. ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
const versions = context.dirs.map(cwd => execFileSync('git', ['describe', '--always', '--dirty'], { cwd }).toString())
console.log(`\nCommit ${versions.map(one => one.trim()).join(', against ')}; ${cpus().length} processors.\n`)
console.log(`${table(figures)}\n\n${sizing(figures)}`)
await workplace.clear()

import { parseArgs } from 'node:util'
import { equip, playSeeds } from './play.ts'

/**
 * `npm run simulate -w provider -- --seeds 10000 --from 1`, or `--seed 4711`, which plays that one
 * again and tells its story.
 */
const { values } = parseArgs({
  options: { seeds: { type: 'string' }, from: { type: 'string' }, seed: { type: 'string' } },
})
const from = Number(values.seed ?? values.from ?? Math.floor(Math.random() * 2 ** 31))
const seeds = values.seed ? 1 : Number(values.seeds ?? 1000)
if (!Number.isSafeInteger(from) || !(seeds > 0)) throw new Error('Write --seeds 1000 and --from 7, or --seed 4711.')

const began = performance.now()
const { broken } = await playSeeds({ from, seeds }, await equip(), (played, { broken, sent, messages, seconds }) => {
  const last = broken.at(-1)
  if (last?.seed === from + played - 1)
    console.error(
      `✗ ${seeds === 1 ? last.story : last.rule}\nAgain: npm run simulate -w provider -- --seed ${last.seed}\n`,
    )
  if (played % 100 > 0 && played < seeds) return
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  const days = (seconds / 86_400).toFixed(1)
  console.log(
    `${played} seeds, ${broken.length} broken, ${sent} requests, ${messages} messages, ${days} days of theirs, ${minutes} min.`,
  )
})
if (broken.length > 0) process.exitCode = 1

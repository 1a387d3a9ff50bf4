import { lockDataDir } from '../../src/database/lock.ts'

/** Holds a data folder until it is ended, or says why not. */
const [, , dataDir = ''] = process.argv
try {
  await lockDataDir(dataDir)
  console.log('held')
  setInterval(() => undefined, 60_000)
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error))
}

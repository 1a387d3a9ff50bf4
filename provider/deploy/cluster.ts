import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clusterFiles } from './cluster-config.ts'
import { readClusterSettings } from './cluster-settings.ts'

/** `npm run cluster -w provider`, or with the name of another folder to write. */
const [, , to = join(import.meta.dirname, 'cluster')] = process.argv
try {
  for (const [name, text] of clusterFiles(readClusterSettings(process.env))) {
    const file = join(to, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  console.log(
    `${to} is written, a folder for each machine. Go on in provider/docs/production.md, "A cluster".`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { inputsOf, isBuiltFrom, noteBuiltFrom } from '../../build/unchanged.ts'
import { readConfig } from './operator/config.ts'
import { lockDataDir } from './database/lock.ts'
import { asText } from './monitoring/log.ts'
import { fail, keepFilesPrivate, startFromEnvironment, stopOnSignals, survivePipes } from './operator/process.ts'
import { banner } from './sample/banner.ts'

survivePipes()
// Defaults for a newcomer; a production start (serve.ts) does this only when the variables ask for it.
process.env.SHOW_CODES ||= 'yes'
process.env.SAMPLE_DATA ||= 'yes'
try {
  const config = readConfig(process.env)
  // A second start must fail before it rebuilds the pages that the first one serves.
  const release = config.databaseUrl ? undefined : await lockDataDir(config.dataDir)
  const root = fileURLToPath(new URL('..', import.meta.url))
  const inputs = inputsOf(root, process.env)
  if (!isBuiltFrom(config.distDir, inputs)) {
    // How long each of the bundler's plugins took says nothing to a newcomer.
    const rolldownOptions = { checks: { pluginTimings: false } }
    await build({ root, logLevel: 'warn', build: { outDir: config.distDir, emptyOutDir: true, rolldownOptions } })
    noteBuiltFrom(config.distDir, inputs)
  }
  await release?.()
  // Only after the build: the pages must be readable by other accounts, since another web server may serve them.
  keepFilesPrivate()
  const running = await startFromEnvironment(asText)
  stopOnSignals(running)
  console.log(banner(`http://localhost:${running.port}`, running.smsToken, config))
} catch (error) {
  fail(error)
}

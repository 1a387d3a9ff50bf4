import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { readConfig } from './config.ts'
import { lockDataDir } from './lock.ts'
import { asText } from './log.ts'
import { fail, keepFilesPrivate, startFromEnvironment, stopOnSignals, survivePipes } from './process.ts'
import { banner } from './sample/banner.ts'

survivePipes()
// What a newcomer wants to see, and a production start (serve.ts) shows only when it is asked for by name.
process.env.SHOW_CODES ||= 'yes'
process.env.SAMPLE_DATA ||= 'yes'
try {
  const config = readConfig(process.env)
  // A second start must fail before it rebuilds the pages under the first one's feet.
  const release = config.databaseUrl ? undefined : await lockDataDir(config.dataDir)
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'warn',
    build: { outDir: config.distDir, emptyOutDir: true },
  })
  await release?.()
  // Only now: pages are for everybody, and another host may serve them.
  keepFilesPrivate()
  const running = await startFromEnvironment(asText)
  stopOnSignals(running)
  console.log(banner(`http://localhost:${running.port}`, running.smsToken, config))
} catch (error) {
  fail(error)
}

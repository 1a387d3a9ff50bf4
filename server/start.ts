import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { readConfig } from './config.ts'
import { lockDataDir } from './lock.ts'
import { fail, startFromEnvironment, stopOnSignals, survivePipes } from './process.ts'
import { banner } from './sample/banner.ts'

survivePipes()
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
  const running = await startFromEnvironment()
  stopOnSignals(running)
  console.log(banner(`http://localhost:${running.port}`, config.sampleData))
} catch (error) {
  fail(error)
}

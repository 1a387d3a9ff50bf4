import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { readConfig } from './config.ts'
import { fail, startFromEnvironment, stopOnSignals } from './process.ts'
import { banner } from './sample/banner.ts'

try {
  const config = readConfig(process.env)
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'warn',
    build: { outDir: config.distDir, emptyOutDir: true },
  })
  const running = await startFromEnvironment()
  stopOnSignals(running)
  console.log(banner(`http://localhost:${running.port}`, config.sampleData))
} catch (error) {
  fail(error)
}

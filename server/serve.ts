import { fail, startFromEnvironment, stopOnSignals, survivePipes } from './process.ts'

survivePipes()
try {
  const running = await startFromEnvironment()
  stopOnSignals(running)
  console.log(`READY http://localhost:${running.port}`)
} catch (error) {
  fail(error)
}

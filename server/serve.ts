import { fail, startFromEnvironment, stopOnSignals } from './process.ts'

try {
  const running = await startFromEnvironment()
  stopOnSignals(running)
  console.log(`READY http://localhost:${running.port}`)
} catch (error) {
  fail(error)
}

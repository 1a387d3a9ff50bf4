import { fail, keepFilesPrivate, stopOnSignals, survivePipes } from './operator/process.ts'
import { startFromEnvironment } from './run.ts'
import { smsAddress } from './web/sms-page.ts'

survivePipes()
keepFilesPrivate()
try {
  const running = await startFromEnvironment()
  stopOnSignals(running)
  const origin = `http://localhost:${running.port}`
  // Before the line for which other programs wait: once that line is there, both are.
  if (running.smsToken) console.log(`CODES ${smsAddress(origin, running.smsToken)}`)
  console.log(`READY ${origin}`)
} catch (error) {
  fail(error)
}

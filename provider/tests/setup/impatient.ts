import { http, type Patience } from '../../src/limits/limits.ts'
import { asJson } from '../../src/monitoring/log.ts'
import { readConfig } from '../../src/operator/config.ts'
import { fail, stopOnSignals, survivePipes } from '../../src/operator/process.ts'
import { run } from '../../src/run.ts'
import { smsAddress } from '../../src/web/sms-page.ts'

/**
 * Long enough that a busy machine does not look like a slow client, short enough to be waited for.
 */
const impatience = {
  headersTimeoutMs: 1500,
  idleTimeoutMs: 2000,
  paceWindowMs: 3000,
  paceBytes: 1024,
  keepAliveTimeoutMs: 1000,
  checkMs: 50,
  stopMs: 2500,
  stopGraceMs: 100,
} satisfies Partial<Patience>

/**
 * `provider/src/serve.ts` with its limits on a scale of seconds, or PATIENCE=usual; it says how
 * much memory it holds.
 */
const patience: Patience = process.env.PATIENCE === 'usual' ? http : { ...http, ...impatience }

survivePipes()
try {
  const running = await run(readConfig(process.env), {
    now: () => new Date(),
    smsKept: () => undefined,
    writeLog: entry => console.error(asJson(entry, new Date())),
    patience,
  })
  stopOnSignals(running)
  process.on('message', () => {
    globalThis.gc?.()
    process.send?.({ ...process.memoryUsage(), peak: process.resourceUsage().maxRSS * 1024 })
  })
  // Only the signals end it, as the real server.
  process.channel?.unref()
  const origin = `http://localhost:${running.port}`
  if (running.smsToken) console.log(`CODES ${smsAddress(origin, running.smsToken)}`)
  console.log(`READY ${origin}`)
} catch (error) {
  fail(error)
}

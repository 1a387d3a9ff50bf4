import { spawnSync } from 'node:child_process'
import { asText } from './monitoring/log.ts'
import { ConfigError, projectRoot, readConfig } from './operator/config.ts'
import { holdPages } from './operator/pages-folder.ts'
import { fail, keepFilesPrivate, stopOnSignals, survivePipes } from './operator/process.ts'
import { jwkSet, listReceiptKeys } from './receipts/receipt-keys.ts'
import { type Opened, startFromEnvironment } from './run.ts'
import { banner } from './sample/banner.ts'
import { portalNotes } from './sample/portal-settings.ts'
import { smsAddress } from './web/sms-page.ts'

survivePipes()
keepFilesPrivate()
// Defaults for a newcomer; a production start (serve.ts) does this only when the variables ask for
// it.
process.env.SHOW_CODES ||= 'yes'
process.env.SAMPLE_DATA ||= 'yes'
try {
  const config = readConfig(process.env)
  // A second start must fail before it rebuilds the pages that the first one serves.
  process.once('exit', await holdPages(config.distDir))
  for (const note of portalNotes(projectRoot)) console.warn(note)
  // The pages know this provider's receipts, so its data come first.
  const build: Opened = async ({ database }) => {
    const { keys } = await listReceiptKeys(database)
    const env = { ...process.env, VITE_RECEIPT_KEYS: JSON.stringify(jwkSet(keys)) }
    const building = ['--import', 'tsx', 'build/when-changed.ts', config.distDir]
    const { status } = spawnSync(process.execPath, building, {
      cwd: projectRoot,
      env,
      stdio: 'inherit',
    })
    if (status !== 0) throw new ConfigError('The pages were not built: the reason stands above.')
  }
  const running = await startFromEnvironment(asText, build)
  stopOnSignals(running)
  const origin = `http://localhost:${running.port}`
  console.log(banner(origin, running.smsToken && smsAddress(origin, running.smsToken), config))
} catch (error) {
  fail(error)
}

import { spawnSync } from 'node:child_process'
import { asText } from './monitoring/log.ts'
import { projectRoot, readConfig } from './operator/config.ts'
import { holdPages } from './operator/pages-folder.ts'
import { fail, keepFilesPrivate, stopOnSignals, survivePipes } from './operator/process.ts'
import { startFromEnvironment } from './run.ts'
import { banner } from './sample/banner.ts'
import { portalNotes } from './sample/portal-settings.ts'
import { smsAddress } from './web/sms-page.ts'

survivePipes()
// Defaults for a newcomer; a production start (serve.ts) does this only when the variables ask for
// it.
process.env.SHOW_CODES ||= 'yes'
process.env.SAMPLE_DATA ||= 'yes'
try {
  const config = readConfig(process.env)
  // A second start must fail before it rebuilds the pages that the first one serves.
  process.once('exit', await holdPages(config.distDir))
  for (const note of portalNotes(projectRoot)) console.warn(note)
  const building = ['--import', 'tsx', 'build/when-changed.ts', config.distDir]
  const { status } = spawnSync(process.execPath, building, { cwd: projectRoot, stdio: 'inherit' })
  // The build has said why.
  if (status !== 0) process.exit(status ?? 130)
  // Only after the build: the pages must be readable by other accounts, since another web server
  // may serve them.
  keepFilesPrivate()
  const running = await startFromEnvironment(asText)
  stopOnSignals(running)
  const origin = `http://localhost:${running.port}`
  console.log(banner(origin, running.smsToken && smsAddress(origin, running.smsToken), config))
} catch (error) {
  fail(error)
}

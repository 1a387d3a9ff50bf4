import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { launchOptions, type Visit, visitIn } from './browser.ts'
import { findHeadlessShell } from './chromium.ts'

/**
 * A browser whose tabs can be frozen: of one that Playwright starts, it tells every tab that it has the focus. It knows
 * no `baseURL`.
 */
export function freezingBrowsers(): () => Promise<Visit> {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  return async () => {
    const directory = mkdtempSync(join(tmpdir(), 'telephone-'))
    const { executablePath, args } = launchOptions(findHeadlessShell())
    const asked = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${directory}`]
    const child = spawn(executablePath, [...args, ...asked], { stdio: 'ignore' })
    const ended = new Promise(resolve => child.once('exit', resolve))
    let close: () => Promise<unknown> = async () => child.kill()
    ends.push(async () => {
      await close()
      await ended
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    })
    const told = join(directory, 'DevToolsActivePort')
    await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8')).toMatch(/^\d+\n/)
    const [port] = readFileSync(told, 'utf8').split('\n')
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })
    // What was started may be a script, which would leave the browser behind.
    const session = await browser.newBrowserCDPSession()
    close = () => session.send('Browser.close')
    const [context] = browser.contexts()
    if (!context) throw new Error('This browser has no first context')
    return visitIn(context)
  }
}

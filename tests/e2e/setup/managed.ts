import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { findChromium } from './chromium.ts'

/** A Chromium under policies of an administrator, which nobody else on this machine gets to feel. */

export type Policies = Readonly<Record<string, unknown>>

const shipped = join(import.meta.dirname, '..', '..', '..', 'provider', 'deploy', 'shared-tablet')
export const readPolicies = (name: string): Policies => JSON.parse(readFileSync(join(shipped, name), 'utf8'))

/** The file as somebody imports it who has put the portal's own address in. */
export const forPortal = (policies: Policies, url: string): Policies =>
  JSON.parse(JSON.stringify(policies).replaceAll('https://inscription.example', new URL(url).origin))

/** Where Debian's Chromium reads what an administrator has decided. */
const folder = '/etc/chromium'

export const mayManage = () =>
  existsSync(folder) && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status === 0

/** @returns what makes an executable of policies: it starts Chromium where the policies' folder is its own */
export function managedBrowsers(): (policies: Policies) => string {
  const made = mkdtempSync(join(tmpdir(), 'portail-policies-'))
  afterAll(() => rmSync(made, { recursive: true, force: true }))
  let count = 0
  return policies => {
    count += 1
    const file = join(made, `policies-${count}.json`)
    writeFileSync(file, JSON.stringify(policies))
    const within = [
      `mount -t tmpfs tmpfs ${folder}`,
      `mkdir -p ${folder}/policies/managed`,
      `cp ${file} ${folder}/policies/managed/portal.json`,
      `exec ${findChromium()} "$@"`,
    ].join(' && ')
    const executable = join(made, `chromium-${count}`)
    writeFileSync(executable, `#!/bin/sh\nexec unshare --mount sh -c '${within}' sh "$@"\n`)
    chmodSync(executable, 0o755)
    return executable
  }
}

import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A bare Debian as root gets what a test needs; anybody else is told to install it. */
export function provide<Found>(look: () => Found | undefined, name: string): Found {
  const found = look()
  if (found) return found
  if (process.getuid?.() === 0) {
    // One after the other: apt lets nobody else in, and a dozen files of tests ask at once.
    const install = 'apt-get update -q && apt-get -o DPkg::Lock::Timeout=300 install -qy --no-install-recommends "$0"'
    execFileSync('flock', [join(tmpdir(), 'portail-apt.lock'), 'sh', '-c', install, name], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    const installed = look()
    if (installed) return installed
  }
  throw new Error(`These tests need ${name}: install it (Debian: apt-get install ${name}), then run them again.`)
}

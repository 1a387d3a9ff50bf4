import { execFileSync } from 'node:child_process'

/** A bare Debian as root gets what a test needs; anybody else is told to install it. */
export function provide<Found>(look: () => Found | undefined, name: string): Found {
  const found = look()
  if (found) return found
  if (process.getuid?.() === 0) {
    const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    execFileSync('apt-get', ['update'], quiet)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], quiet)
    const installed = look()
    if (installed) return installed
  }
  throw new Error(`These tests need ${name}: install it (Debian: apt-get install ${name}), then run them again.`)
}

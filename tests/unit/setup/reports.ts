import { afterEach, beforeEach, expect, vi } from 'vitest'

/** What the portal told the browser's console with `reportError`, which Node has not. A test takes what it expects. */
export function watchReports(): { take(): unknown[] } {
  let reports: unknown[] = []
  const take = () => {
    const taken = reports
    reports = []
    return taken
  }
  beforeEach(() => {
    vi.stubGlobal('reportError', (error: unknown) => reports.push(error))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    expect(take()).toEqual([])
  })
  return { take }
}

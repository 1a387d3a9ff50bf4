import { afterEach, beforeEach, vi } from 'vitest'

/** What `localStorage` does, as far as the portal's marks need it: empty before each test of the file. */
export function freshLocalStorage(): Map<string, string> {
  const box = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => box.get(key) ?? null,
    setItem: (key: string, value: string) => box.set(key, value),
    removeItem: (key: string) => box.delete(key),
    clear: () => box.clear(),
  }
  beforeEach(() => {
    box.clear()
    vi.stubGlobal('localStorage', localStorage)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  return box
}

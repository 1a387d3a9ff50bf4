import { afterAll, beforeAll, vi } from 'vitest'

/** A code is stretched once and not as often as OWASP asks for; all the rest of the ciphers is real. */
export function quickCodes(): void {
  const real = crypto.subtle.deriveKey.bind(crypto.subtle)
  beforeAll(() => {
    vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((algorithm, ...rest) =>
      real({ ...(algorithm as Pbkdf2Params), iterations: 1 }, ...rest),
    )
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })
}

import { afterAll, beforeEach } from 'vitest'
import { type OtherProvider, startOtherProvider } from './other-provider.ts'

/** One provider for the file, as new before each test: `const provider = await oneProvider()`. */
export async function oneProvider(dist?: string): Promise<OtherProvider> {
  const provider = await startOtherProvider(dist)
  beforeEach(() => provider.forget())
  afterAll(() => provider.stop())
  return provider
}

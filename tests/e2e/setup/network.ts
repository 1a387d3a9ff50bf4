import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { Link } from '../../link/link.ts'
import { OtherProvider, startOtherProvider } from './other-provider.ts'

export interface BadNetwork {
  readonly provider: OtherProvider
  readonly link: Link
  /** The portal as the browser sees it: through the link. */
  readonly url: string
  /** No network any more, as the browser knows. */
  lose(context: BrowserContext): Promise<void>
  /** It is back. */
  find(context: BrowserContext): Promise<void>
}

/** Of a network that is bad on purpose, Chromium itself prints every connection that it lost. */
export const networkFaults = /net::ERR_/

/** A provider behind a link of its own for each test, so that no call and no cut is left over from the one before. */
export function badNetwork(dist?: string): BadNetwork {
  let provider: OtherProvider | undefined
  let link: Link | undefined
  const started = <T>(part: T | undefined): T => {
    if (!part) throw new Error('The network is there for tests: it starts before each of them')
    return part
  }
  beforeEach(async () => {
    provider = await new OtherProvider(dist).start()
    link = await new Link(Number(new URL(provider.url).port)).start()
  })
  afterEach(async () => {
    await link?.stop()
    await provider?.stop()
  })
  return {
    get provider() {
      return started(provider)
    },
    get link() {
      return started(link)
    },
    get url() {
      return started(link).url
    },
    async lose(context) {
      await started(link).set({ network: 'gone' })
      await context.setOffline(true)
    },
    async find(context) {
      await started(link).set({ network: 'there' })
      await context.setOffline(false)
    },
  }
}

/** One provider for the file, as new before each test: `const provider = await oneProvider()`. */
export async function oneProvider(dist?: string): Promise<OtherProvider> {
  const provider = await startOtherProvider(dist)
  beforeEach(() => provider.forget())
  afterAll(() => provider.stop())
  return provider
}

/** Holds back an answer or a file until the test says so. */
export function gate() {
  let open = () => {}
  const hold = new Promise<void>(resolve => {
    open = resolve
  })
  return { hold, open }
}

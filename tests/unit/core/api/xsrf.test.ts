import { afterEach, describe, expect, test, vi } from 'vitest'
import { rememberXsrfToken, xsrfHeader } from '../../../../src/core/api/xsrf.ts'
import { freshPage } from '../../setup/fresh-page.ts'

afterEach(() => vi.unstubAllGlobals())

const page = (cookie: string) => vi.stubGlobal('document', { cookie })

describe('the cross-site token', () => {
  test.each([
    ['goes with a relative call', 'XSRF-TOKEN=abc', '/2021/v1/x', 'abc'],
    ['is found among other cookies', 'a=1; XSRF-TOKEN=abc; b=2', '/x', 'abc'],
    ['may hold an equals sign', 'XSRF-TOKEN=YWJj==; b=2', '/x', 'YWJj=='],
    ['is decoded', 'XSRF-TOKEN=a%2Fb%3D', '/x', 'a/b='],
    ['that was never encoded goes as it is', 'XSRF-TOKEN=100%;b=2', '/x', '100%'],
  ])('%s', async (_, cookie, url, token) => {
    page(cookie)
    expect(await xsrfHeader(url)).toEqual({ 'X-XSRF-TOKEN': token })
  })

  test.each([
    ['does not go to another host', 'XSRF-TOKEN=abc', 'https://example.ml/2021/v1/x'],
    ['does not go to another host, however it is written', 'XSRF-TOKEN=abc', 'HTTPS://example.ml/x'],
    ['does not go to this machine by its address', 'XSRF-TOKEN=abc', 'http://localhost:8080/x'],
    ['is not made up without its cookie', 'a=1', '/x'],
    ['is not made up without any cookie', '', '/x'],
    ['is not sent empty', 'XSRF-TOKEN=', '/x'],
    ['is not taken from a cookie of a longer name', 'MY-XSRF-TOKEN=abc', '/x'],
  ])('%s', async (_, cookie, url) => {
    page(cookie)
    expect(await xsrfHeader(url)).toEqual({})
  })

  test('is read from the cookie store in a worker, which has no page', async () => {
    const getAll = async (name: string) => (name === 'XSRF-TOKEN' ? [{ value: 'a%2Fb' }] : [])
    vi.stubGlobal('cookieStore', { getAll })
    expect(await xsrfHeader('/x')).toEqual({ 'X-XSRF-TOKEN': 'a/b' })
    vi.stubGlobal('cookieStore', { getAll: async () => [] })
    expect(await xsrfHeader('/x')).toEqual({})
  })

  test('is done without where there is neither', async () => expect(await xsrfHeader('/x')).toEqual({}))

  describe('that was refused', () => {
    /** A page with this cookie, whose host brings that one. */
    const fresh = async (cookie: string, brought = cookie) => {
      page(cookie)
      const asked = vi.fn(async () => void page(brought))
      vi.stubGlobal('fetch', asked)
      return { ...(await freshPage(() => import('../../../../src/core/api/xsrf.ts'))), asked }
    }

    test('gives way to the other one that is there, and does so from then on', async () => {
      const { otherXsrfToken, xsrfHeader } = await fresh('XSRF-TOKEN=foreign; XSRF-TOKEN=ours')
      expect(await xsrfHeader('/x')).toEqual({ 'X-XSRF-TOKEN': 'foreign' })
      expect(await otherXsrfToken('foreign')).toBe('ours')
      expect(await xsrfHeader('/x')).toEqual({ 'X-XSRF-TOKEN': 'ours' })
    })

    test('or was missing, is asked for once, however many calls were refused', async () => {
      const { otherXsrfToken, asked } = await fresh('a=1', 'XSRF-TOKEN=ours')
      expect(await Promise.all([otherXsrfToken(undefined), otherXsrfToken(undefined)])).toEqual(['ours', 'ours'])
      expect(asked).toHaveBeenCalledOnce()
    })

    test('and the only one is not sent twice', async () => {
      const { otherXsrfToken } = await fresh('XSRF-TOKEN=only')
      expect(await otherXsrfToken('only')).toBeUndefined()
    })
  })

  // Last: what was remembered stays with the module.
  test.each([
    ['a worker without a cookie store', undefined],
    ['a worker whose cookie store finds nothing, as in Firefox', { getAll: async () => [] }],
  ])('that a page has handed over stands in for %s', async (_, cookieStore) => {
    vi.stubGlobal('cookieStore', cookieStore)
    rememberXsrfToken('100%/b=')
    rememberXsrfToken(null)
    expect(await xsrfHeader('/x')).toEqual({ 'X-XSRF-TOKEN': '100%/b=' })
  })

  test('that was handed over gives way to the newer one in the cookie store', async () => {
    rememberXsrfToken('old')
    vi.stubGlobal('cookieStore', { getAll: async () => [{ value: 'new' }] })
    expect(await xsrfHeader('/x')).toEqual({ 'X-XSRF-TOKEN': 'new' })
  })
})

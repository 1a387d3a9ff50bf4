import { afterEach, describe, expect, test, vi } from 'vitest'
import { share, shareable, watchFragment } from '../../../../src/features/transfer/file.page.ts'
import { arrived } from '../../../../src/features/transfer/import-package.ts'

/** What a page asks of its browser when a dossier leaves or comes. */

afterEach(() => {
  arrived.set(undefined)
  vi.unstubAllGlobals()
})

const bytes = new Uint8Array([1, 2, 3])

describe('the file that is shared', () => {
  test('is one that every phone may share, with the very bytes', async () => {
    vi.stubGlobal('navigator', { canShare: ({ files = [] }: ShareData) => files.length > 0 })
    const file = shareable(bytes, 'dossier-2026-11-22.dossier')
    expect([file?.name, file?.type]).toEqual(['dossier-2026-11-22.dossier.txt', 'text/plain'])
    expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes)
  })

  test.each([
    ['shares nothing', {}],
    ['shares no files', { canShare: () => false }],
  ])('is none where a browser %s', (_, navigator) => {
    vi.stubGlobal('navigator', navigator)
    expect(shareable(bytes, 'a')).toBeUndefined()
  })

  test.each([
    ['was taken', undefined, true],
    ['was closed by the student', new DOMException('No.', 'AbortError'), true],
    ['was refused', new DOMException('No.', 'NotAllowedError'), false],
    ['fell over', new TypeError('No.'), false],
  ])('has failed only where that is nobody’s wish: the sheet %s', async (_, fault, fine) => {
    const sheet = vi.fn(() => (fault ? Promise.reject(fault) : Promise.resolve()))
    vi.stubGlobal('navigator', { share: sheet })
    const file = new File([bytes], 'a')
    expect(await share(file)).toBe(fine)
    expect(sheet).toHaveBeenCalledWith({ files: [file] })
  })
})

describe('a dossier in the address', () => {
  const text = 'A'.repeat(400)
  function page(hash: string) {
    const events = new EventTarget()
    const location = { hash, pathname: '/transfert' }
    const replaceState = vi.fn((_: unknown, __: string, to: string) => {
      location.hash = to.includes('#') ? location.hash : ''
    })
    vi.stubGlobal('location', location)
    vi.stubGlobal('history', { state: { key: 7 }, replaceState })
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
    vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
    const come = (to: string) => {
      location.hash = to
      events.dispatchEvent(new Event('hashchange'))
    }
    return { location, replaceState, come }
  }

  test('is taken out of it, in the place of the entry that had it', () => {
    const { location, replaceState } = page(`#${text}`)
    watchFragment()
    expect(arrived.get()).toBe(text)
    expect(location.hash).toBe('')
    expect(replaceState.mock.calls).toEqual([[{ key: 7 }, '', '/transfert']])
  })

  test('is taken also by a page that is there already, until that is left', () => {
    const { location, come } = page('')
    const end = watchFragment()
    expect(arrived.get()).toBeUndefined()
    come(`#${text}`)
    expect([arrived.get(), location.hash]).toEqual([text, ''])
    end()
    expect(arrived.get()).toBeUndefined()
    come(`#${text}`)
    expect([arrived.get(), location.hash]).toEqual([undefined, `#${text}`])
  })

  test('is none where the page leads to one of its own parts', () => {
    const { replaceState, come } = page('#main')
    watchFragment()
    come('#section-2')
    expect(arrived.get()).toBeUndefined()
    expect(replaceState).not.toHaveBeenCalled()
  })
})

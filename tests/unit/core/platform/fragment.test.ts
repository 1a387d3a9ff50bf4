import { afterEach, expect, test, vi } from 'vitest'
import { watchFragment } from '../../../../src/core/platform/fragment.page.ts'

/** What is personal in an address: a dossier that moves, a receipt that is checked. */

afterEach(() => void vi.unstubAllGlobals())

const text = 'A'.repeat(140)

function page(hash: string) {
  const events = new EventTarget()
  const location = { hash, pathname: '/recepisse' }
  const replaceState = vi.fn((_: unknown, __: string, to: string) => {
    location.hash = to.includes('#') ? location.hash : ''
  })
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', { state: { key: 7 }, replaceState })
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'main' ? {} : null) })
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  const come = (to: string) => {
    location.hash = to
    events.dispatchEvent(new Event('hashchange'))
  }
  return { location, replaceState, come, taken: vi.fn() }
}

test('it is taken out, in the place of the entry that had it', () => {
  const { location, replaceState, taken } = page(`#${text}`)
  watchFragment(taken)
  expect(taken.mock.calls).toEqual([[text]])
  expect(location.hash).toBe('')
  expect(replaceState.mock.calls).toEqual([[{ key: 7 }, '', '/recepisse']])
})

test('it is taken also by a page that is there already, until that is left', () => {
  const { location, come, taken } = page('')
  const end = watchFragment(taken)
  expect(taken).not.toHaveBeenCalled()
  come(`#${text}`)
  expect([taken.mock.calls, location.hash]).toEqual([[[text]], ''])
  end()
  come(`#${text}`)
  expect([taken.mock.calls.length, location.hash]).toEqual([1, `#${text}`])
})

test('an address that leads to a part of the page is left as it is', () => {
  const { replaceState, come, taken } = page('#main')
  watchFragment(taken)
  come('#main')
  expect(taken).not.toHaveBeenCalled()
  expect(replaceState).not.toHaveBeenCalled()
})

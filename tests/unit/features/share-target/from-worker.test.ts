import { afterEach, expect, test, vi } from 'vitest'
import { fromWorker } from '../../../../src/features/share-target/use-inbox.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page has asked its worker, which answers when the test says so. */
function asking() {
  const asked: MessagePort[] = []
  const controller = { postMessage: (_: unknown, ports: MessagePort[]) => asked.push(...ports) }
  vi.stubGlobal('navigator', { serviceWorker: { controller } })
  const late = vi.fn()
  return { late, answer: fromWorker(late), port: asked[0] }
}

test.each([true, false])(
  'what the worker reads after its first answer still reaches the page: none came: %s',
  async none => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { late, answer, port } = asking()
    if (none) vi.advanceTimersByTime(10_000)
    else port?.postMessage({ all: [] })
    expect(await answer).toEqual({ all: [] })
    vi.useRealTimers()
    const held = { all: [{ name: 'a', type: '', bytes: new ArrayBuffer(1) }] }
    port?.postMessage(held)
    await vi.waitFor(() => expect(late).toHaveBeenCalledWith(held))
    port?.close()
  },
)

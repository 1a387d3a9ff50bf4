import { afterEach, expect, test, vi } from 'vitest'
import { fromWorker } from '../../../../src/features/share-target/use-inbox.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an answer that comes when nobody waits for it any more still reaches the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const asked: MessagePort[] = []
  const controller = { postMessage: (_: unknown, ports: MessagePort[]) => asked.push(...ports) }
  vi.stubGlobal('navigator', { serviceWorker: { controller } })
  const late = vi.fn()
  const answer = fromWorker(late)
  vi.advanceTimersByTime(10_000)
  expect(await answer).toEqual({ all: [] })
  vi.useRealTimers()
  const held = { all: [{ name: 'a', type: '', bytes: new ArrayBuffer(1) }] }
  asked[0]?.postMessage(held)
  await vi.waitFor(() => expect(late).toHaveBeenCalledWith(held))
  asked[0]?.close()
})

test('what the worker has still to read comes after its first answer', async () => {
  const asked: MessagePort[] = []
  const controller = { postMessage: (_: unknown, ports: MessagePort[]) => asked.push(...ports) }
  vi.stubGlobal('navigator', { serviceWorker: { controller } })
  const late = vi.fn()
  const answer = fromWorker(late)
  asked[0]?.postMessage({ all: [] })
  expect(await answer).toEqual({ all: [] })
  const read = { all: [{ name: 'a', type: '' }] }
  asked[0]?.postMessage(read)
  await vi.waitFor(() => expect(late).toHaveBeenCalledWith(read))
  asked[0]?.close()
})

import type { HandedOver } from '../storage/received.rule.ts'

/** A worker of before does not know the question. Milliseconds. */
const patienceMs = 3_000

/** What the service worker holds for the page that asks. It is nowhere else: neither on the disk nor, from now on, there. */
export function fromWorker(): Promise<HandedOver> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<HandedOver>) => resolve(data)
    const worker = navigator.serviceWorker?.controller
    worker?.postMessage({ type: 'RECEIVED' }, [port2])
    setTimeout(() => resolve({ all: [] }), worker ? patienceMs : 0)
  })
}

import type { HandedOver } from '../../core/db/received.rule.ts'

/** A worker of before does not know the question. Milliseconds. */
const patienceMs = 3_000

/** What the service worker holds for the page that asks. It is nowhere else: neither on the disk nor, from now on, there. */
export function fromWorker(late: (handed: HandedOver) => void): Promise<HandedOver> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    let isLate = false
    // A slow phone may answer after all, and what the answer brings is nowhere else.
    port1.onmessage = ({ data }: MessageEvent<HandedOver>) => (isLate ? late(data) : resolve(data))
    const worker = navigator.serviceWorker?.controller
    worker?.postMessage({ type: 'RECEIVED' }, [port2])
    const giveUp = () => {
      isLate = true
      resolve({ all: [] })
    }
    setTimeout(giveUp, worker ? patienceMs : 0)
  })
}

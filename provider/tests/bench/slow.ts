import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import * as v from 'valibot'
import { addressOf, Caller } from '../setup/caller.ts'
import { crowd, enrol } from './enrol.ts'
import { type Figure, percentile } from './figures.ts'
import type { SlowOrder } from './slow-client.ts'
import type { Context } from './students.ts'
import { startSubject } from './subject.ts'

const everyMs = 50
const enrolled = 100
const Outcome = v.object({ accepted: v.number(), other: v.number(), seconds: v.number() })

/**
 * Photographs that come in at 2G's pace, thousands at once, and the dates that others ask for
 * meanwhile.
 */
export async function slow({ dirs: [dir = ''], imported, pictures, slowUploads }: Context): Promise<Figure[]> {
  const subject = await startSubject({ dir, database: 'postgres', processes: 2, imported, isBehindNginx: true })
  try {
    // Only who has confirmed may send: each of these sends many times.
    await crowd(20, enrolled, place => enrol(subject, pictures, place, new Map()))
    const origin = subject.originFor(0)
    const order: SlowOrder = { origin, uploads: slowUploads, enrolled, bytesPerSecond: 3000 }
    const sending = send(order)
    const waits: number[] = []
    let isDone = false
    const asking = (async () => {
      const caller = new Caller(addressOf(999))
      while (!isDone) {
        const { ms, http } = await caller.post(origin, '/2021/v1/etudiant/enrolement/chrono', '{}')
        waits.push(http === 200 ? ms : Number.POSITIVE_INFINITY)
        await after(everyMs)
      }
      caller.hangUp()
    })()
    const { accepted, other, seconds } = await sending
    isDone = true
    await asking
    const name = `${slowUploads} uploads at 3 kB/s through nginx`
    return [
      { name: `${name}: chrono, p99`, unit: 'ms', value: percentile(waits, 0.99) },
      { name: `${name}: chrono, longest`, unit: 'ms', value: Math.max(...waits) },
      { name: `${name}: accepted`, unit: '', value: accepted },
      { name: `${name}: answered otherwise or cut`, unit: '', value: other },
      { name: `${name}: all of it`, unit: 'ms', value: seconds * 1000 },
    ]
  } finally {
    await subject.stop()
  }
}

/** In a process of its own: thousands of sockets would make whoever asks for the dates late. */
function send(order: SlowOrder): Promise<v.InferOutput<typeof Outcome>> {
  return new Promise((settle, fail) => {
    const child = fork(join(import.meta.dirname, 'slow-client.ts'), { execArgv: ['--import', 'tsx'] })
    child.once('message', message => settle(v.parse(Outcome, message)))
    child.once('error', fail)
    child.once('exit', code => code !== 0 && fail(new Error(`the slow client ended with ${code}`)))
    child.send(order)
  })
}

import { connect } from 'node:net'
import { addressOf } from '../setup/caller.ts'
import type { Figure } from './figures.ts'
import type { Context } from './students.ts'
import { startSubject } from './subject.ts'

const connections = 64
const paths = ['enrolement/chrono', 'btn/info', 'new/bac']
const seconds = 10

/** What home asks for, on connections that are kept, by a client that costs little itself: it only counts answers. */
export async function home({ root, imported }: Context): Promise<Figure[]> {
  const subject = await startSubject({ dir: root, database: 'postgres', processes: 2, imported, isBehindNginx: true })
  try {
    const { port } = new URL(subject.originFor(0))
    const until = performance.now() + seconds * 1000
    const counts = await Promise.all(
      Array.from({ length: connections }, (_, nth) => ask(nth, Number(port), paths[nth % paths.length] ?? '', until)),
    )
    const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + of(count), 0)
    return [
      { name: 'home through nginx: calls', unit: '/s', value: sum(one => one.right) / seconds, goal: { least: 5000 } },
      { name: 'home through nginx: other answers than 200', unit: '', value: sum(one => one.wrong), goal: { most: 0 } },
    ]
  } finally {
    await subject.stop()
  }
}

interface Count {
  right: number
  wrong: number
}

/** One phone and its connection: the next call leaves once the answer before has come. */
function ask(phone: number, port: number, path: string, until: number): Promise<Count> {
  const call = `POST /2021/v1/etudiant/${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
  const count: Count = { right: 0, wrong: 0 }
  return new Promise((settle, fail) => {
    const place = { port, host: '127.0.0.1', localAddress: addressOf(phone) }
    const socket = connect(place, () => socket.write(call))
    socket.setNoDelay()
    socket.once('error', fail)
    socket.once('close', () => settle(count))
    let rest = ''
    socket.on('data', chunk => {
      rest += chunk.toString('latin1')
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/^content-length: (\d+)/im.exec(rest)?.[1] ?? Number.NaN)
      // Every call here has an answer of known length; one without is none.
      if (Number.isNaN(length)) return void socket.destroy(new Error(rest.slice(0, 200)))
      if (rest.length < end + 4 + length) return
      if (rest.startsWith('HTTP/1.1 200')) count.right += 1
      else count.wrong += 1
      rest = ''
      if (performance.now() < until) socket.write(call)
      else socket.end()
    })
  })
}

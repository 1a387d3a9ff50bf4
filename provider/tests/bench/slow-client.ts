import { connect, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import * as v from 'valibot'
import { documentTypes } from '../../../src/spec/documents.ts'
import { addressOf } from '../setup/caller.ts'
import { inventStudent } from '../setup/campus.ts'
import { head } from '../setup/line.ts'
import { type Pictures, takePictures, uploadBody } from './pictures.ts'

const Order = v.object({ origin: v.string(), uploads: v.number(), enrolled: v.number(), bytesPerSecond: v.number() })
export type SlowOrder = v.InferOutput<typeof Order>

/**
 * Pieces leave ten times a second, each of a tenth of the phones: none of them waits for another.
 */
const shares = 10

interface Phone {
  socket: Socket
  request: Buffer
  sent: number
}

/** `slow.ts` starts this and is told what became of the uploads. */
process.once('message', async message => {
  const order = v.parse(Order, message)
  const since = performance.now()
  const pictures = await takePictures()
  const outcome = { accepted: 0, other: 0 }
  const phones: Phone[][] = Array.from({ length: shares }, () => [])
  let isOpening = true
  const ticking = (async () => {
    for (let share = 0; isOpening || phones.some(some => some.length > 0); share = (share + 1) % shares) {
      const some = phones[share] ?? []
      for (const phone of some) sendPiece(phone, order.bytesPerSecond)
      phones[share] = some.filter(({ sent, request, socket }) => sent < request.length && !socket.destroyed)
      await after(1000 / shares)
    }
  })()
  const answers = await openAll(order, pictures, phones, outcome)
  isOpening = false
  await ticking
  await Promise.all(answers)
  process.send?.({ ...outcome, seconds: (performance.now() - since) / 1000 }, () => process.exit(0))
})

function sendPiece(phone: Phone, bytes: number): void {
  if (phone.sent >= phone.request.length || phone.socket.destroyed) return
  phone.socket.write(phone.request.subarray(phone.sent, phone.sent + bytes))
  phone.sent += bytes
}

async function openAll(
  order: SlowOrder,
  pictures: Pictures,
  phones: Phone[][],
  outcome: Record<'accepted' | 'other', number>,
) {
  const answers: Promise<void>[] = []
  for (let nth = 0; nth < order.uploads; nth += 1) {
    const type = documentTypes[nth % documentTypes.length] ?? 'attest'
    const { matricule } = inventStudent(Math.floor(nth / documentTypes.length) % order.enrolled)
    const body = uploadBody(pictures[type], matricule, type)
    const headers = { 'Content-Encoding': 'gzip', 'Content-Length': body.length, Connection: 'close' }
    const request = Buffer.concat([Buffer.from(head('/2021/v1/etudiant/files/upload', headers)), body])
    const { hostname, port } = new URL(order.origin)
    const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(10_000 + nth) })
    phones[nth % shares]?.push({ socket, request, sent: 0 })
    answers.push(
      answerOf(socket).then(answer => {
        if (/^HTTP\/1\.1 200 [\s\S]*"status":1/.test(answer)) outcome.accepted += 1
        else outcome.other += 1
      }),
    )
    // A thirtieth of them a second: as many come as have gone, as on the day.
    if (nth % Math.ceil(order.uploads / 300) === 0) await after(100)
  }
  return answers
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise(settle => {
    let text = ''
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.once('close', () => settle(text))
  })
}

import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { confirmAll, oneServer } from '../setup/campus.ts'
import { head, Line } from '../setup/line.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { students, Visitor } from '../setup/visitor.ts'

/** With limits on a stop that no slow machine reaches: what ends here ends by itself. stop.test.ts has those that cut. */

const { matricule } = students.aminata
const hour = 3_600_000
const { server } = await oneServer({ patience: { stopMs: hour, stopWorkMs: hour, stopGraceMs: 300 } })
await confirmAll(server, [students.aminata])

test('asked to stop under load, the server finishes what it began, and cuts who is idle', async () => {
  const uploads = await Promise.all(
    documentTypes.map(async (type, index) => {
      const body = JSON.stringify({ matricule, type, image: await base64Photograph(20 + index, 800, 600) })
      const line = await Line.open(server.address)
      await line.write(head('/2021/v1/etudiant/files/upload', { 'Content-Length': body.length }))
      await line.write(body.slice(0, body.length >> 1))
      return { line, rest: body.slice(body.length >> 1) }
    }),
  )
  const idle = await Line.open(server.address)
  // A whole answer on a later connection: by then the server has read what was written before.
  await fetch(`${server.address}/healthz`)
  const stopped = server.pause()
  await idle.ended()
  for (const { line, rest } of uploads) await line.write(rest)
  const answers = await Promise.all(uploads.map(({ line }) => line.until(/"status":\d/)))
  for (const { input } of answers) expect(input).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":1/)
  await stopped
  expect(server.log.join('\n')).not.toMatch(/"error":|"status":5(?!03)/)

  await server.resume()
  const flags = await new Visitor(server).flags(students.aminata)
  expect(flags).toMatchObject({ actNaissV: '1', pieceIdV: '1', simCardV: '1', attestBacV: '1', photoBusteV: '1' })
})

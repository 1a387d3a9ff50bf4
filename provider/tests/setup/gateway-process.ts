import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** An SMS gateway as a process of its own: takes, refuses or stalls, as the test tells it, and tells of each request. */
let mode: unknown = process.argv[3]
process.on('message', wanted => {
  mode = wanted
  process.send?.({ mode })
})

const slowMs = 2000

const server = createServer(async (request, response) => {
  const body = await text(request)
  process.send?.({ request: { method: request.method, url: request.url, headers: request.headers, body, mode } })
  if (mode === 'stall') return
  response.statusCode = mode === 'slow' ? 200 : Number(mode)
  setTimeout(() => response.end('answer'), mode === 'slow' ? slowMs : 0)
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})

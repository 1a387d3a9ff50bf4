import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { bodyBytes } from '../src/limits/limits.ts'
import { type Body, type Sent, withBody } from '../src/web/body.ts'

const { together } = bodyBytes
const most = 1000
afterEach(() => {
  bodyBytes.together = together
})

/** Another address each time: what one of them may have is the matter of hoarding.test.ts. */
let addresses = 0
const sender = () => ({
  network: `198.51.100.${addresses++ % 256}`,
  socket: new Socket(),
  hoards: () => undefined,
})

function post(text: string, gzip = false): Sent {
  const headers = { 'content-type': 'application/json', ...(gzip && { 'content-encoding': 'gzip' }) }
  return Object.assign(Readable.from([gzip ? gzipSync(text) : Buffer.from(text)]), { headers })
}
const outcome = (request: Sent) =>
  withBody(request, most, sender(), async body => ('problem' in body ? body.problem : 'taken'))

/** A body whose answer is still being made; resolves once it was read. */
async function hold(text: string, gzip = false) {
  let finish: () => void = () => undefined
  let done: Promise<void> = Promise.resolve()
  await new Promise<Body>(read => {
    done = withBody(post(text, gzip), most, sender(), body => {
      read(body)
      return new Promise<void>(resolve => {
        finish = resolve
      })
    })
  })
  return async () => {
    finish()
    await done
  }
}

test('memory is counted until the answer is there, and given back then', async () => {
  bodyBytes.together = 1000
  const end = await hold(`"${'a'.repeat(600)}"`)
  expect(await outcome(post(`"${'b'.repeat(600)}"`))).toBe('busy')
  expect(await outcome(post('{}'))).toBe('taken')
  await end()
  expect(await outcome(post(`"${'b'.repeat(600)}"`))).toBe('taken')
})

test('a compressed body counts as what it unfolds to', async () => {
  bodyBytes.together = 1000
  const end = await hold(`"${'a'.repeat(600)}"`, true)
  expect(await outcome(post(`"${'b'.repeat(600)}"`, true))).toBe('busy')
  await end()
  expect(await outcome(post(`"${'b'.repeat(600)}"`, true))).toBe('taken')
})

test('what is refused gives back what it held', async () => {
  bodyBytes.together = 1500
  for (let time = 0; time < 5; time += 1) {
    expect(await outcome(post('x'.repeat(999)))).toBe('notJson')
    expect(await outcome(post('x'.repeat(most + 1)))).toBe('tooLarge')
    expect(await outcome(post('"a"'))).toBe('taken')
  }
})

test('hundreds of pieces are no body of any call, a photograph is', async () => {
  expect(await outcome(post(`[${'0,'.repeat(400)}0]`))).toBe('notJson')
  expect(await outcome(post('['.repeat(400)))).toBe('notJson')
  expect(await outcome(post(JSON.stringify({ image: 'QUJD+/=='.repeat(100), type: 'attest' })))).toBe('taken')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Nginx, startNginx } from '../../../provider/tests/setup/nginx.ts'
import { startServer, type TestServer } from '../../../provider/tests/setup/server.ts'
import { builds } from '../setup/builds.ts'
import { installed } from '../setup/device.ts'
import { field } from '../setup/hands.ts'
import { visitors } from '../setup/students.ts'

/** A first page from nginx's disk, and behind it all the calls at once: as every student comes on the first day. */

// No worker is installed from a host whose certificate nobody has signed.
const students = visitors(['--ignore-certificate-errors'])
let server: TestServer
let nginx: Nginx
beforeAll(async () => {
  server = await startServer({ portal: builds.complete.dir, trustProxy: true })
  nginx = await startNginx({ processes: [server.address], dist: builds.complete.dir, tls: true })
})
afterAll(async () => {
  await nginx.stop()
  await server.stop()
})

test('twenty students who come for the first time lose no call', async () => {
  for (let visit = 0; visit < 20; visit += 1) {
    const { page, context } = await students.open('phone', nginx.address)
    const lost: string[] = []
    let calls = 0
    context.on('response', response => {
      if (response.request().method() === 'POST') calls += 1
      if (response.status() >= 400) lost.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(visit % 2 ? '/register' : '/home')
    if (visit % 2) await field(page, 'serie').locator('option').nth(1).waitFor({ state: 'attached' })
    await installed(page)
    const cookies = await context.cookies()
    expect(cookies.map(({ name, secure, sameSite }) => [name, secure, sameSite])).toEqual([
      ['XSRF-TOKEN', true, 'Strict'],
    ])
    await context.close()
    expect([lost, calls > 0]).toEqual([[], true])
  }
}, 240_000)

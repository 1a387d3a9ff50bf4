import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fetchReceipt } from '../../../../src/core/api/receipt-file.ts'
import { closedPort, Wire } from '../../setup/wire.ts'

const pdf = `%PDF-1.4\n${'x'.repeat(3_000)}\n%%EOF\n`

let wire: Wire
beforeEach(async () => {
  wire = await new Wire().start()
})
afterEach(() => wire.stop())

const give =
  (content: string, type = 'application/pdf', code = 200) =>
  (_: unknown, response: ServerResponse) =>
    response.writeHead(code, { 'Content-Type': type }).end(content)

describe('a receipt that is to be kept', () => {
  test('is had as it is', async () => {
    wire.reply = give(pdf)
    expect(new TextDecoder().decode(await fetchReceipt(wire.url))).toBe(pdf)
  })

  test.each([
    ['a newline before it', '\r\n', ''],
    ['a byte order mark before it', '\uFEFF', ''],
    ["a server's warning before it", 'Notice: undefined index\n', ''],
    ['blanks after it', '', ' \n'.repeat(3_000)],
    ['zeros after it', '', '\0'.repeat(5_000)],
    ["a server's remark after it", '\n', '<!-- 12 ms -->\n'],
  ])('is had with %s, and kept from its own first byte on', async (_, before, after) => {
    wire.reply = give(before + pdf + after)
    expect(new TextDecoder().decode(await fetchReceipt(wire.url))).toBe(pdf + after)
  })

  test.each<[string, Parameters<typeof give>, object]>([
    ["a captive portal's page", ['<html>Bienvenue</html>', 'text/html'], { kind: 'captive' }],
    ['a page that says it is a PDF', ['<html></html>'], { kind: 'contract' }],
    ['nothing', [''], { kind: 'contract' }],
    ['a PDF without its end', [pdf.slice(0, 2_000)], { kind: 'contract' }],
    ['the first half of it, with blanks after it', [pdf.slice(0, 2_000) + ' '.repeat(500)], { kind: 'contract' }],
    ['a page that speaks of a PDF far below', ['<p>'.repeat(1_000) + pdf, 'text/html'], { kind: 'captive' }],
    ['more than any receipt is', [`%PDF${'x'.repeat(5_000_000)}%%EOF`], { kind: 'contract' }],
    ['a link that is gone', ['<html></html>', 'text/html', 404], { kind: 'http', code: 404 }],
  ])('is not %s', async (_, given, problem) => {
    wire.reply = give(...given)
    await expect(fetchReceipt(wire.url)).rejects.toMatchObject({ problem })
  })

  test('is not what a broken line has left of it', async () => {
    wire.reply = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': pdf.length })
      response.write(pdf.slice(0, 2_000), () => response.destroy())
    }
    await expect(fetchReceipt(wire.url)).rejects.toMatchObject({ problem: { kind: 'offline' } })
  })

  test('is not had without a network', async () => {
    await expect(fetchReceipt(await closedPort())).rejects.toMatchObject({ problem: { kind: 'offline' } })
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listReceipts } from '../../../../src/core/db/receipts.ts'
import { keepCopy } from '../../../../src/features/receipt/copies.tsx'
import { wipeDevice } from '../../setup/device.ts'
import { closedPort, Wire } from '../../setup/wire.ts'

let wire: Wire
beforeEach(async () => {
  await wipeDevice()
  wire = await new Wire().start()
  vi.stubGlobal('location', { origin: new URL(wire.url).origin })
})
afterEach(() => wire.stop())

test.each([
  ["a captive portal's page", 200, 'text/html', /ouvrez sa page d'accueil/],
  ['a page that says that the link has ended', 404, 'text/html', /^Ce lien ne sert plus\./],
  ['no PDF', 200, 'application/json', /n'est pas un récépissé complet/],
])('who is given %s in its place is told so, and nothing is kept', async (_, code, type, words) => {
  wire.reply = (_, response) => response.writeHead(code, { 'Content-Type': type }).end('<html></html>')
  expect(await keepCopy(wire.url, 'MA2025TR001')).toMatch(words)
  expect(await listReceipts()).toEqual([])
})

test.each([
  ['here', true, /^Pas de réseau/],
  ['on another host, which may not let it be read', false, /^Le portail n'a pas pu lire ce fichier/],
])('who reaches nobody %s is told so', async (_, here, words) => {
  const link = await closedPort()
  if (here) vi.stubGlobal('location', { origin: new URL(link).origin })
  expect(await keepCopy(link, 'MA2025TR001')).toMatch(words)
})

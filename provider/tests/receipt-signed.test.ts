import jsqr from 'jsqr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { judgeReceipt } from '../../src/features/receipt/authenticity.ts'
import { readReceiptKeys } from '../../src/features/receipt/keys.ts'
import { type ReceiptKey, readReceipt, receiptKeysPath } from '../../src/spec/signed-receipt.ts'
import { qrPicture } from '../src/receipts/receipt-pdf.ts'
import { oneServer } from './setup/campus.ts'
import { codeIn, drawnIn, linkIn } from './setup/pdf.ts'
import { received } from './setup/visitor.ts'

/** Whoever is shown a receipt finds out whether the provider wrote it, and what it says. */

const { server, visitor } = await oneServer()

/** The receipt as it is downloaded. */
async function receipt() {
  const { json } = await visitor.receipt(received, received.otp)
  const pdf = Buffer.from(await (await fetch(String(json.msg))).arrayBuffer())
  const address = codeIn(pdf) ?? ''
  return { pdf, address, text: new URL(address).hash.slice(1) }
}

async function published(): Promise<ReceiptKey[]> {
  const response = await fetch(`${server.address}${receiptKeysPath}`)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const text = await response.text()
  // A build takes what is published as it stands, and would refuse a private key.
  return readReceiptKeys({ VITE_RECEIPT_KEYS: text })
}

const today = Math.floor(Date.now() / 86_400_000)
/** As the samples have them; midnight may come meanwhile. */
const facts = {
  matricule: received.matricule,
  name: 'CISSÉ Bakary',
  state: 1,
  day: expect.toBeOneOf([today, today + 1]),
}
const kidOf = (text: string) => readReceipt(text)?.kid
const operate = async (command: Parameters<typeof server.operate>[0]) => (await server.operate(command))?.lines ?? []

test('its code leads to the page of the portal, with what is signed behind the #, and so does a tap on it', async () => {
  const { pdf, address, text } = await receipt()
  expect(address).toBe(`${server.address}/recepisse#${text}`)
  expect(linkIn(pdf)).toBe(address)
  expect(await judgeReceipt(text, await published())).toEqual({ kind: 'authentic', facts })
  expect(drawnIn(pdf)).toContain('État du dossier : en cours de vérification')
})

test('it is signed with the same key after a restart', async () => {
  const [before] = await published()
  const { text } = await receipt()
  await server.restart()
  expect(await published()).toEqual([before])
  expect(kidOf((await receipt()).text)).toBe(kidOf(text))
})

test('the next key is published before it signs, and what the one before has signed stays true', async () => {
  const { text } = await receipt()
  const [first] = await published()
  const [made = ''] = await operate({ name: 'new-receipt-key' })
  const kid = made.slice(0, 4)
  const both = await published()
  expect(both.map(one => one.kid).sort()).toEqual([first?.kid, kid].sort())
  expect(kidOf((await receipt()).text)).toBe(first?.kid)

  const [line = '', signs] = await operate({ name: 'receipt-keys' })
  expect(signs).toBe(`# ${first?.kid} signs.`)
  const setting = /^VITE_RECEIPT_KEYS='(.*)'$/.exec(line)?.[1]
  expect(readReceiptKeys({ VITE_RECEIPT_KEYS: setting })).toEqual(both)

  expect(await operate({ name: 'use-receipt-key', kid: 'none' })).toEqual([
    'There is no key none. See which there are: npm run provider -- receipt-keys',
  ])
  await operate({ name: 'use-receipt-key', kid })
  const { text: next } = await receipt()
  expect(kidOf(next)).toBe(kid)
  for (const one of [text, next]) expect(await judgeReceipt(one, both)).toEqual({ kind: 'authentic', facts })
  // A portal that was built before.
  expect(await judgeReceipt(next, first ? [first] : [])).toEqual({ kind: 'unknownKey' })
  expect((await operate({ name: 'audit' })).filter(entry => entry.includes('receipt-key'))).toHaveLength(2)
})

test('it says the state of the day on which it was downloaded', async () => {
  await operate({ name: 'reject', matricule: received.matricule, type: 'photobuste', message: 'Floue.' })
  const { pdf, text } = await receipt()
  expect(await judgeReceipt(text, await published())).toMatchObject({ facts: { state: 0 } })
  expect(drawnIn(pdf)).toContain('État du dossier : à compléter ou à corriger')
})

test('the code of the longest usual name is printed in modules of 0.8 mm at least, and a camera reads it', async () => {
  const name = 'SOUMAORO DIAKITÉ Fatoumata Bintou Mariam'
  const { text } = await receipt()
  const longer = 4 * Math.ceil((name.length - 'CISSÉ Bakary'.length) / 3)
  const address = `https://inscription.exemple.gouv.ml/recepisse#${text}${'x'.repeat(longer)}`
  const picture = sharp(qrPicture(address)).ensureAlpha().raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(address)
  // Six pixels a module, four modules of white around it; 150 points are 52.9 mm.
  const modules = info.width / 6
  expect([modules, 52.9 / modules]).toEqual([61, expect.closeTo(0.87, 2)])
})

import jsqr from 'jsqr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { qrPicture } from '../src/receipts/receipt-pdf.ts'

test('the code on a receipt leads a camera to the page that says whether the receipt is true', async () => {
  const address = 'http://localhost:8080/recepisses/verifier/7d1f0a52-9a0c-4a39-8a0e-1f3c5c2f9d11'
  const picture = sharp(qrPicture(address)).ensureAlpha().raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(address)
})

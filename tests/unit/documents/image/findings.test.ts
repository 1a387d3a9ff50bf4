import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { blank, deskSide } from '../../../../src/documents/image/draw.ts'
import type { Finding } from '../../../../src/documents/image/finding.ts'
import { findingsIn } from '../../../../src/documents/image/findings.ts'
import { look, measure } from '../../../../src/documents/image/look.ts'
import { limits, weights } from '../../../../src/documents/image/weights.ts'
import { type DocumentType, documents } from '../../../../src/spec/documents.ts'
import { nodePlatform } from '../../../bench/photos/node-platform.ts'
import { lyingPage, page, reflection, shiningPage } from '../../../photos/pictures.ts'

/** Of pictures of which nobody doubts; how well it is said of others, `npm run bench:photos` tells. */

const desk = blank(nodePlatform, { width: deskSide, height: deskSide })
const measuredIn = async (picture: Sharp, row: DocumentType) => {
  const blob = new Blob([new Uint8Array(await picture.jpeg({ quality: 90 }).toBuffer())])
  const decoded = await nodePlatform.decode(blob)
  const { outline } = look(desk, decoded, documents[row].shape)
  return {
    measured: measure(desk, decoded, outline, decoded),
    longestSide: Math.max(decoded.width, decoded.height),
  }
}

const findingsOn = async (picture: Sharp, row: DocumentType = 'attest'): Promise<Finding[]> => {
  const { measured, longestSide } = await measuredIn(picture, row)
  return findingsIn(measured, documents[row], longestSide)
}

const lying = await lyingPage().then(picture => picture.png().toBuffer())
const onTable = () => sharp(lying)
const inDimRoom = () => onTable().linear(0.6, 0)
const cut = { left: await lyingPage(-200), bottom: await lyingPage(80, 500) }

test('a photograph that was decoded at half its size is measured as it was taken', async () => {
  const blob = new Blob([new Uint8Array(await onTable().jpeg().toBuffer())])
  const whole = await nodePlatform.decode(blob)
  const half = await nodePlatform.decode(blob, { ...whole, orientation: 1, eighths: 4 })
  const scales = [whole, half].map(picture => measure(desk, picture, look(desk, picture, 'page').outline, whole).scale)
  expect(Math.abs(Math.log2((scales[0] ?? 0) / (scales[1] ?? 1)))).toBeLessThan(0.02)
})

test('each thing that can be wrong has a limit of its own', () => {
  expect(limits).toHaveLength(weights.names - 1)
})

describe('of a photograph is said', () => {
  test.each<[string, Sharp, DocumentType, Finding[]]>([
    ['nothing, where it is fine', onTable(), 'attest', []],
    ['nothing of a page that fills it, as a scan does', page(), 'attest', []],
    ['that it is dark', page().linear(0.2, 0), 'attest', [{ is: 'tooDark' }]],
    ['that it is blurred', onTable().blur(4), 'attest', [{ is: 'blurred' }]],
    ['that it is too far for anything to be read', page().resize(400), 'attest', [{ is: 'tooSmall' }]],
    ['that its left side is cut', cut.left, 'attest', [{ is: 'cut', side: 'left' }]],
    ['that its bottom is cut', cut.bottom, 'attest', [{ is: 'cut', side: 'bottom' }]],
    ['that it is a page, where a card was asked for', onTable(), 'carteid', [{ is: 'otherThing', seen: 'page' }]],
    ['that it is one, in a dim room as well', inDimRoom(), 'carteid', [{ is: 'otherThing', seen: 'page' }]],
    ['that it shows no face', onTable(), 'photobuste', [{ is: 'noFace' }]],
  ])('%s', async (_, picture, row, said) => {
    expect(await findingsOn(picture, row)).toEqual(said)
  })

  test.each([85 / 55, 90 / 50, null])('nothing of what may be a strange card, of sides %s', async long => {
    const { measured, longestSide } = await measuredIn(inDimRoom(), 'carteid')
    const sheet = long ? { width: 1000, height: 1000 * long } : null
    expect(findingsIn({ ...measured, sheet }, documents.carteid, longestSide)).toEqual([])
  })

  test('that it shines, and where', async () => {
    const [{ is, spot } = { is: undefined }] = await findingsOn(await shiningPage())
    expect(is).toBe('glare')
    if (!spot) throw new Error('Nothing is said of its place.')
    const { x, y, radius, width, height } = reflection
    const away = [spot.x * width - x, (spot.x + spot.width) * width - x, spot.y * height - y]
    for (const side of [...away, (spot.y + spot.height) * height - y]) expect(Math.abs(side)).toBeLessThan(radius)
  })
})

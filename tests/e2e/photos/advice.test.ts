import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { page as printed, reflection, shiningPage } from '../../photos/pictures.ts'
import { queue } from '../setup/device.ts'
import { documentRow, documentState, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { arrived, pickPhoto, rowButton, upload } from './album.ts'

/** Advice comes at once and without a network; it never holds a photo back. */

const students = visitors()
const provider = await oneProvider()

const keep = 'Garder quand même'
const good = await printed().jpeg().toBuffer()
const paper = () => sharp(good)
const bad = [
  ['trop sombre', await paper().linear(0.2, 0).jpeg().toBuffer()],
  ['floue', await paper().blur(9).jpeg().toBuffer()],
  ['trop loin', await paper().resize(400).jpeg().toBuffer()],
] as const

async function atDocuments() {
  const visit = await students.open('phone', provider.url)
  await toDocuments(visit.page)
  return visit
}

describe('a photo that an officer could not read', () => {
  test.each(bad)('is said to be "%s" beside its picture, and goes out all the same', async (says, bytes) => {
    const { page } = await atDocuments()
    await pickPhoto(page, 'attest', bytes)
    const row = documentRow(page, 'attest')
    await row.locator('[role="status"][data-tone="warning"]', { hasText: says }).waitFor()
    await row.locator('img.preview').waitFor()
    await arrived(provider, 'attest')
    await documentState(page, 'attest', 'sent')
    await rowButton(page, 'attest', keep).click()
    expect(await row.getByText(says).count()).toBe(0)
    await documentState(page, 'attest', 'sent')
    await arrived(provider, 'attest')
  })
})

describe('a reflection', () => {
  test('is said and framed where it is, and what is kept so is said to the verifier', async () => {
    const { page } = await atDocuments()
    const sent = () =>
      provider.journal.flatMap(({ call, body }) => (call === upload && body.type === 'attest' ? [body.remarques] : []))
    await pickPhoto(page, 'attest', await (await shiningPage()).jpeg().toBuffer())
    const row = documentRow(page, 'attest')
    await row.getByText('Un reflet couvre une ligne.').waitFor()
    const picture = await row.locator('img.preview').boundingBox()
    const mark = row.locator('.shown [aria-hidden="true"]')
    const frame = await mark.boundingBox()
    if (!picture || !frame) throw new Error('Nothing is framed.')
    const { x, y, radius, width, height } = reflection
    expect(picture.width / picture.height).toBeCloseTo(width / height, 1)
    const across = ((frame.x + frame.width / 2 - picture.x) / picture.width) * width - x
    const down = ((frame.y + frame.height / 2 - picture.y) / picture.height) * height - y
    expect(Math.hypot(across, down)).toBeLessThan(radius)
    await documentState(page, 'attest', 'sent')
    await rowButton(page, 'attest', keep).click()
    await mark.waitFor({ state: 'detached' })
    expect(sent()).toEqual([['reflet']])
    await pickPhoto(page, 'attest', good)
    await expect.poll(sent).toEqual([['reflet'], undefined])
  })
})

describe('the same picture', () => {
  test('given for two documents is advised against, also after a reload and from another copy', async () => {
    const { page } = await atDocuments()
    await pickPhoto(page, 'actenaiss', good)
    await documentState(page, 'actenaiss', 'sent')
    expect((await queue(page)).find(({ requestKey }) => requestKey === 'actenaiss')?.fingerprint).toMatch(
      /^[0-9a-f]{64}$/,
    )
    await page.reload()
    await pickPhoto(page, 'simcard', await sharp(good).resize(1100).jpeg({ quality: 70 }).toBuffer())
    await documentRow(page, 'simcard').getByText('sert déjà pour un autre document').waitFor()
    await documentState(page, 'simcard', 'sent')
    await pickPhoto(page, 'actenaiss', good)
    await documentState(page, 'actenaiss', 'sent')
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { refusalText } from '../../src/documents/image/text.ts'
import type { DocumentType } from '../../src/spec/documents.ts'
import { code, student } from '../e2e/setup/answers.ts'
import { eventually } from '../e2e/setup/device.ts'
import { completeAnswers } from '../e2e/setup/hands.ts'
import { colourAt, heldPhone, page } from '../photos/pictures.ts'
import { firefox } from './setup/firefox.ts'
import { button, documentState, enrol, enterCode, giveDocument } from './setup/hands.ts'
import { inEachEngine, ownProvider } from './setup/journeys.ts'
import type { Tab } from './setup/tab.ts'

/** `privacy.resistFingerprinting`: whatever is read of a canvas, encoded or not, is noise, and no error says so. */

const provider = ownProvider()

const folder = mkdtempSync(join(tmpdir(), 'pixels-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [width, height] = [2000, 1500]

async function give(tab: Tab, type: DocumentType, bytes: Buffer): Promise<Buffer> {
  const file = join(folder, `${type}.jpg`)
  writeFileSync(file, bytes)
  await giveDocument(tab, type, file)
  await documentState(tab, type, 'sent')
  return provider.memory.document(student.matricule, type) ?? Buffer.alloc(0)
}

async function expectColours(bytes: Buffer): Promise<void> {
  const { data, info } = await sharp(bytes).rotate().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([width, height])
  for (const x of [0.25, 0.75])
    for (const y of [0.25, 0.75]) {
      const at = (y * height * width + x * width) * 3
      for (const [channel, value] of colourAt(x, y, 1, 1).entries())
        expect(Math.abs((data[at + channel] ?? 999) - value)).toBeLessThan(12)
    }
}

inEachEngine(
  students => {
    test('a browser that alters what is read of a canvas sends each photo as it was taken, without its metadata', async () => {
      const tab = await students.visit({ altersPixels: true })
      await tab.open(`${provider.url}/register`)
      await enrol(tab, completeAnswers)
      await enterCode(tab, code)

      const photo = await give(tab, 'attest', await heldPhone(6, width, height))
      await expectColours(photo)
      for (const trace of ['GPS', 'TECNO', 'taken at home']) expect(photo.includes(trace)).toBe(false)
      const screenshot = await page(900, 1200).png().toBuffer()
      const sent = await give(tab, 'simcard', screenshot)
      const [after, before] = await Promise.all([sent, screenshot].map(bytes => sharp(bytes).raw().toBuffer()))
      expect(before && after?.equals(before)).toBe(true)

      // What its row shows is the photo itself: a smaller copy would be noise.
      await tab.tap({ css: '[data-document="attest"] .act' })
      const shown = () => tab.run(() => document.querySelector<HTMLImageElement>('.preview')?.naturalWidth, undefined)
      await eventually(shown).toBe(width)

      await tab.tap(button('Recadrer / tourner'))
      await tab.tap({ css: '[aria-label="Tourner d\'un quart de tour à droite"]' })
      await tab.tap(button('Utiliser cette photo'))
      await tab.waitFor({ css: '[data-document="attest"] strong', text: refusalText.altered })
      expect(provider.memory.documents.get(`${student.matricule}/attest`)).toHaveLength(1)
    })
  },
  [firefox],
)

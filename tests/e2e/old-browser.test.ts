import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aged } from '../minimum-browsers/aged.ts'
import { photograph } from '../photos/photographs.ts'
import { code } from './setup/answers.ts'
import { assetsOf, builds } from './setup/builds.ts'
import { eventually, visitHome } from './setup/device.ts'
import { enrol, enterCode, field, sendDocument } from './setup/hands.ts'
import { networkFaults, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** The built portal where pages and workers have nothing that came after the floor (package.json, browserslist). */

const students = visitors()
const provider = await oneProvider()
const { dir } = builds.complete
const photoWorker = assetsOf(dir).find(path => path.startsWith('/assets/shrink.worker')) ?? ''
const scripted = { headers: { 'Content-Type': 'text/javascript' } }
const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const held3 = [
  ['attest', 6],
  ['photobuste', 8],
  ['actenaiss', 3],
] as const

const thumbnail = (image: Buffer) => sharp(image).resize(24, 18, { fit: 'fill' }).greyscale().raw().toBuffer()
/** Grey levels from one picture to the other, on the average. */
const apart = (a: Buffer, b: Buffer) => a.reduce((sum, level, at) => sum + Math.abs(level - (b[at] ?? 0)), 0) / a.length

/** An old phone's browser, its workers too; the service worker's list then names the photo worker's other hash. */
async function openOld() {
  const [worker, service] = [photoWorker, 'sw.js'].map(name => readFileSync(join(dir, name), 'utf8')) as [
    string,
    string,
  ]
  expect(service).toContain(hash(worker))
  provider.script(photoWorker, { ...scripted, text: aged + worker })
  provider.script('/sw.js', { ...scripted, text: aged + service.replace(hash(worker), hash(aged + worker)) })
  const visit = await students.open('phone', provider.url)
  await visit.page.addInitScript(aged)
  return visit
}

describe('a student whose browser is as old as the portal takes', () => {
  test('chooses from the lists, at the first visit and without a network', async () => {
    const { page, context, witness } = await openOld()
    witness.allow(networkFaults)
    await visitHome(page)
    await context.setOffline(true)
    await page.goto('/register')
    await eventually(() => field(page, 'serie').locator('option').count()).toBeGreaterThan(2)
  })

  test('sends photographs upright, small and without their place, however the phone was held', async () => {
    const { page } = await openOld()
    await page.goto('/register')
    await enrol(page, 'complete')
    await enterCode(page, code)
    const upright = await thumbnail(readFileSync(await photograph(7, 'PAGE')))
    for (const [document, held] of held3) {
      await sendDocument(page, document, await photograph(7, 'PAGE', held))
      const upload = provider.calls('etudiant/files/upload').find(({ body }) => body.type === document)
      const image = Buffer.from(String(upload?.body.image), 'base64')
      expect(image.length).toBeLessThan(1_000_000)
      const { width = 0, height = 0, exif } = await sharp(image).metadata()
      expect([width > height, exif], document).toEqual([true, undefined])
      expect(apart(await thumbnail(image), upright), document).toBeLessThan(8)
    }
  })
})

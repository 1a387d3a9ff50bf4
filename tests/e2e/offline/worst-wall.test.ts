import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addsCookie,
  addsScript,
  forbidsHeader,
  knowsNoMethod,
  startWalls,
  takesAtMost,
} from '../../../provider/tests/setup/wall.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { queue } from '../setup/device.ts'
import { enrol, enterCode, giveDocument } from '../setup/hands.ts'
import { type StandIn, sampleAnswers, startStandIn } from '../setup/stand-in.ts'
import { phones } from '../setup/students.ts'

/** All that may stand between a phone and the real server, at once. */

const phone = phones(/status of (403|413|502)/, /cdn-cgi/)
let provider: StandIn
let walls: Awaited<ReturnType<typeof startWalls>>
/** By type, what came through to the provider. */
const through = new Map<string, Buffer>()
beforeAll(async () => {
  provider = await startStandIn()
  walls = await startWalls(
    provider.url,
    forbidsHeader('Content-Encoding'),
    knowsNoMethod('PATCH'),
    takesAtMost(100_000),
    addsCookie('XSRF-TOKEN=of-another-application'),
    addsScript,
    {
      alters(answer, { path, json }) {
        if (path.endsWith('files/upload') && answer.code === 200)
          through.set(String(json?.type), Buffer.from(String(json?.image), 'base64'))
        return answer
      },
    },
  )
})
afterAll(async () => {
  await walls.stop()
  await provider.dispose()
})

test('a student enrols through the worst of walls, and no photo is refused', { timeout: 180_000 }, async () => {
  const photos = await documentPhotos()
  const { page } = await phone(walls.url).start()
  await page.goto('/home')
  await page.locator('a[href="/register"]').first().click()
  await enrol(page, 'complete', sampleAnswers)
  await enterCode(page, await provider.lastCode(sampleAnswers.phone))
  for (const type of documentTypes) await giveDocument(page, type, photos[type])
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 120_000 })
  const items = await queue(page)
  expect(items.filter(({ state }) => state === 'refused')).toEqual([])
  for (const type of documentTypes) {
    const { width = 0, height = 0 } = await sharp(through.get(type)).metadata()
    expect(Math.max(width, height), type).toBeGreaterThan(type === 'photobuste' ? 700 : 1000)
  }
})

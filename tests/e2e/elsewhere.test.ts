import { beforeAll, beforeEach, expect, test } from 'vitest'
import { documentPhotos } from '../photos/photographs.ts'
import { elsewhere, elsewhereBuild, ensureBuild, receiptHost } from './setup/builds.ts'
import { visitHome } from './setup/device.ts'
import { enrolFromHome, field, fill, press, receiptAnswers } from './setup/hands.ts'
import { button } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A provider on another origin, which lets the portal read its answers and none of their headers. */

const site = await oneProvider(elsewhereBuild.dir)
const provider = await oneProvider()
const { host } = new URL(provider.url)
const students = visitors([`--host-resolver-rules=MAP ${elsewhere} ${host}`])

beforeAll(() => ensureBuild(elsewhereBuild))
beforeEach(() => {
  provider.allowsOrigin = site.url
})

test('a student enrols from the first page to the last, and the browser has nothing to complain of', async () => {
  const { page } = await students.open('phone', site.url)
  await visitHome(page)
  await enrolFromHome(page, await documentPhotos())
  const uploads = provider.calls('etudiant/files/upload').filter(({ method }) => method === 'POST')
  expect(uploads).toHaveLength(5)
  expect(site.journal.filter(({ call }) => call !== '')).toEqual([])
})

test.each([
  ['lets the portal read it', () => site.url, 'Une copie est gardée sur ce téléphone'],
  ['does not', () => 'https://autre.example', "Le portail n'a pas pu lire ce fichier"],
])('a student keeps a receipt of another host that %s, or is told', async (_, reader, words) => {
  const { page, context, witness } = await students.open('phone', site.url)
  witness.allow(/CORS|net::ERR_/)
  const link = `https://${receiptHost}/r.pdf`
  await context.route(link, route =>
    route.fulfill({
      contentType: 'application/pdf',
      headers: {
        'Content-Disposition': 'attachment; filename="recepisse.pdf"',
        'Access-Control-Allow-Origin': reader(),
      },
      body: '%PDF-1.4\n1 0 obj\n%%EOF\n',
    }),
  )
  site.script('etudiant/voir/recepisse', { reply: { status: 1, msg: link } })
  await page.goto('/recepisse')
  await field(page, 'serie').locator('option').nth(1).waitFor({ state: 'attached' })
  await fill(page, receiptAnswers)
  await Promise.all([page.waitForEvent('download'), press(page, 'Téléchargez votre récépissé')])
  await button(page, 'Garder une copie').click()
  await page.getByText(words).waitFor()
})

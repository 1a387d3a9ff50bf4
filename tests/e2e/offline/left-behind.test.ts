import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, visitHome } from '../setup/device.ts'
import { field } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** What else script in a page can leave on the device for whoever opens the portal next. */

const network = badNetwork()
const phone = phones(networkFaults)

const series = '/2021/v1/etudiant/liste/serie'
const taken = (page: Page) => page.evaluate(() => 'taken' in window)

async function afterPoisoning(type: string, text: string) {
  const mine = phone(network.url)
  const { page } = await mine.start()
  await visitHome(page)
  await page.evaluate(
    async ([address, body, contentType]) => {
      const lists = await caches.open('reference-lists')
      await lists.put(address, new Response(body, { headers: { 'Content-Type': contentType } }))
    },
    [series, text, type] as const,
  )
  await mine.kill()
  return mine.start()
}

test('a list that was rewritten is data: what stands in it is read as text', async () => {
  const libelle = '<img src=x onerror="window.taken=true"><script>window.taken=true</script>'
  const { page } = await afterPoisoning('text/html', JSON.stringify({ Resultat: [[{ code: 'X', libelle }]] }))
  await network.link.set({ network: 'gone' })
  await page.goto('/register')
  await eventually(() => field(page, 'serie').locator('option').allTextContents()).toContain(libelle)
  expect(await taken(page)).toBe(false)
})

test('a list that was rewritten is never a page, whatever form leads to it', async () => {
  const { page, witness } = await afterPoisoning('text/html', '<!doctype html><script>window.taken = true</script>')
  witness.allow(/status of 4\d\d/)
  await page.goto('/home')
  const arrived = page.waitForURL(`**${series}`)
  await page.evaluate(action => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action })
    document.body.append(form)
    form.submit()
  }, series)
  await arrived
  expect(await taken(page)).toBe(false)
})

test('a worker that was put under another scope than the portal leaves by itself', async () => {
  const mine = phone(network.url)
  const { page } = await mine.start()
  await visitHome(page)
  // Of our origin, and without the page's policy.
  await page.goto('/robots.txt')
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js', { scope: '/register' }).then(() => undefined))
  await eventually(() =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    ),
  ).toEqual(['/'])
})

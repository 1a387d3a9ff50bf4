import { expect, test } from 'vitest'
import { eventually, installed } from '../setup/device.ts'
import { field } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults, /integrity/, /unsupported MIME type/)

test.each([
  ['the page', /^\/index\.html$/],
  ['the code that prepares photos', /^\/assets\/shrink.*\.js$/],
  ['the worker itself', /^\/sw\.js$/],
])('a captive portal that answers for %s while the portal is installed is never kept in its place', async (_, path) => {
  const { page } = await phone(network.url).start()
  network.provider.script(path, { text: '<!doctype html><title>Forfait</title>Achetez un forfait', times: 1 })
  await page.goto('/home')
  await eventually(() => network.provider.journal.some(entry => path.test(entry.path))).toBe(true)
  await eventually(() =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.installing)),
  ).toBe(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await installed(page)
  await network.link.set({ network: 'gone' })
  await page.goto('/register')
  await field(page, 'anneeBac').waitFor()
  expect(await page.getByText('Achetez').count()).toBe(0)
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    const texts = await Promise.all(all.flat().map(async request => (await caches.match(request))?.text()))
    return texts.filter(text => text?.includes('Achetez')).length
  })
  expect(kept).toBe(0)
})

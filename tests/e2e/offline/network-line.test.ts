import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { student } from '../setup/answers.ts'
import { eventually, installed, visitHome } from '../setup/device.ts'
import { documentState, field, giveDocument, press, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

describe('the network line says what is true', () => {
  test('in its own place, which nothing moves', async () => {
    const { page } = await phone(network.url).start()
    await visitHome(page)
    const line = page.locator('[data-network]')
    await eventually(() => line.textContent()).toBe('En ligne. Prêt hors connexion.')
    expect(await line.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
    const place = () => page.locator('h1').evaluate(heading => heading.getBoundingClientRect().top)
    const before = await place()
    await network.link.set({ network: 'gone' })
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await page.locator('[data-network="away"]').waitFor()
    expect(await place()).toBe(before)
    expect(await line.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
  })

  test('ready only with the dates: without them enrolment counts as closed', async () => {
    const { page } = await phone(network.url).start()
    const chrono = '**/etudiant/enrolement/chrono'
    await page.route(chrono, route => route.fulfill({ json: {} }))
    await page.addInitScript(() => {
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        if (data?.type === 'READY') document.documentElement.dataset.told = 'yes'
      })
    })
    await page.goto('/home')
    await page.locator('html[data-told]').waitFor()
    expect(await page.locator('[data-network]').textContent()).toBe('En ligne')
    await page.unroute(chrono)
    await page.goto('/home')
    await page.getByText('Prêt hors connexion.').waitFor()
  })

  test('when calls fail although the phone has a signal, and when they arrive again', async () => {
    const { page } = await phone(network.url).start()
    await visitHome(page)
    await network.link.set({ network: 'gone' })
    await page.reload()
    const line = page.locator('[data-network="away"]')
    await line.waitFor()
    expect(await line.textContent()).toBe('Hors connexion, tout est gardé.')
    expect(await page.evaluate(() => navigator.onLine)).toBe(true)
    await network.link.set({ network: 'there' })
    await page.reload()
    await page.getByRole('timer').waitFor()
    await eventually(() => page.locator('[data-network]').textContent()).toBe('En ligne. Prêt hors connexion.')
  })

  test('that there is no receipt without a network, where nothing is kept to be asked later', async () => {
    const { page } = await phone(network.url).start()
    await visitHome(page)
    await page.locator('a[href="/recepisse"]').first().click()
    await field(page, 'otp').waitFor()
    await network.link.set({ network: 'gone' })
    // The browser's own word, which a page that is still being taken over reads later.
    await page.context().setOffline(true)
    const line = page.locator('[data-network="away"]')
    await line.waitFor()
    expect(await line.textContent()).toBe('Hors connexion : pas de demande.')
  })

  test('which of five photographs is on its way, and what is left of them, which is not read aloud', async () => {
    const { page } = await phone(network.url).start()
    await toDocuments(page)
    await giveDocument(page, 'actenaiss', await smallPhoto('actenaiss'))
    await giveDocument(page, 'carteid', await smallPhoto('carteid'))
    for (const type of ['actenaiss', 'carteid'] as const) await documentState(page, type, 'sent')
    await network.link.set({ up: 2_000 })
    for (const type of documentTypes.slice(2)) await giveDocument(page, type, await smallPhoto(type))
    const line = page.locator('[data-network="sending"]')
    await eventually(() => line.textContent()).toMatch(/^Envoi [345] sur 5, reste \d+ ko$/)
    expect(await line.getAttribute('role')).toBe('status')
    expect(await line.locator('[aria-live="off"]').textContent()).toMatch(/^, reste \d+ ko$/)
  })

  test('that the date of the phone is years off, and so no network passes', async () => {
    const { page } = await phone(network.url).start()
    await page.goto('/status')
    await installed(page)
    await network.link.set({ network: 'gone' })
    await page.clock.install({ time: new Date('2015-03-05T10:00:00Z') })
    await page.reload()
    await field(page, 'annee').selectOption('2021')
    await field(page, 'matricule').fill(student.matricule)
    await press(page, 'Vérifier')
    await page.getByText(/^La date de ce téléphone est le 5.mars 2015 : réglez-la/).waitFor()
    await page.locator('[data-network]').getByText('Vérifiez la date du téléphone.').waitFor()
  })
})

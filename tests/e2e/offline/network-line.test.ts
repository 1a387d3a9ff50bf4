import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { student } from '../setup/answers.ts'
import { eventually, installed } from '../setup/device.ts'
import { documentState, enrolToDocuments, field, giveDocument, press, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

describe('the network line says what is true', () => {
  test('in its own place, which nothing moves', async () => {
    const { page } = await phone(network.url).start()
    await page.goto('/home')
    await installed(page)
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

  test('nothing of a call that is over before two seconds', async () => {
    const { page } = await phone(network.url).start()
    await page.addInitScript(twoSecondsNeverPass)
    await page.goto('/home')
    await installed(page)
    await page.getByText('Prêt hors connexion.').waitFor()
    await page.evaluate(() => {
      const line = document.querySelector('[data-network]')
      if (!line) throw new Error('The line is always there')
      Object.assign(globalThis, { told: [] })
      const note = () => (globalThis as unknown as { told: unknown[] }).told.push(line.getAttribute('data-network'))
      new MutationObserver(note).observe(line, {
        attributes: true,
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    await page.getByRole('link', { name: /^S'inscrire/ }).click()
    await enrolToDocuments(page)
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    await documentState(page, 'attest', 'sent')
    expect(await page.evaluate(() => (globalThis as unknown as { told: unknown[] }).told)).toEqual([])
  })

  test('when calls fail although the phone has a signal, and when they arrive again', async () => {
    const { page } = await phone(network.url).start()
    await page.goto('/home')
    await installed(page)
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
    await page.goto('/home')
    await installed(page)
    await page.locator('a[href="/recepisse"]').first().click()
    await field(page, 'otp').waitFor()
    await network.link.set({ network: 'gone' })
    // The browser's own word, which a page that is still being taken over reads later.
    await page.context().setOffline(true)
    const line = page.locator('[data-network="away"]')
    await line.waitFor()
    expect(await line.textContent()).toBe('Hors connexion : pas de récépissé.')
  })

  test('that there is no network, whatever lists the worker has kept', async () => {
    const { page } = await phone(network.url).start()
    await page.goto('/home')
    await installed(page)
    await network.link.set({ network: 'gone' })
    await page.context().setOffline(true)
    await page.addInitScript(listsAfterTheLine)
    await page.goto('/recepisse')
    // A list that is drawn has been taken for an answer before, if it ever is.
    for (const list of ['serie', 'ae']) await field(page, list).locator('option').nth(1).waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(await page.evaluate(() => Reflect.get(globalThis, 'said'))).toEqual(['away'])
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

  test('that a network asks for a plan first, and is not taken for an answer', async () => {
    const { page } = await phone(network.url).start()
    await toDocuments(page)
    await network.link.set({ network: 'captive' })
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    const line = page.locator('[data-network="captive"]')
    await line.waitFor()
    expect(await line.textContent()).toBe('Réseau à ouvrir. Tout est gardé.')
    await documentState(page, 'attest', 'queued')
    await network.link.set({ network: 'there' })
    await documentState(page, 'attest', 'sent')
    expect(network.provider.calls('etudiant/files/upload')).toHaveLength(1)
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

  test('how old an answer is that was kept for reading without a network', async () => {
    network.provider.memory.files.set(student.matricule, { status: 1, msg: 'Dossier en cours de traitement.' })
    const { page } = await phone(network.url).start()
    await page.goto('/status')
    await installed(page)
    const ask = async () => {
      await field(page, 'annee').selectOption('2021')
      await field(page, 'matricule').fill(student.matricule)
      await press(page, 'Vérifier')
      await page.getByText('Dossier en cours de traitement.').waitFor()
    }
    await ask()
    expect(await page.getByText('Sans réseau').count()).toBe(0)
    await network.link.set({ network: 'gone' })
    await page.clock.install({ time: Date.now() + 2 * 3_600_000 + 60_000 })
    await page.reload()
    await ask()
    await page.getByText('Sans réseau, voici la dernière réponse connue. Dernière mise à jour il y a 2 h.').waitFor()
  })
})

/** In the page, so that every call is over before, however long this machine takes for it. */
function twoSecondsNeverPass(): void {
  const { setTimeout } = globalThis
  const setShort = (work: TimerHandler, milliseconds = 0, ...given: unknown[]) =>
    milliseconds < 2_000 ? setTimeout(work, milliseconds, ...given) : 0
  globalThis.setTimeout = setShort as typeof setTimeout
}

/** In the page: the lists are asked for once the line says `away`, and `said` holds what it says from then on. */
function listsAfterTheLine(): void {
  const said: (string | null | undefined)[] = []
  const isAway = new Promise<void>(resolve => {
    const look = () => {
      const word = document.querySelector('[data-network]')?.getAttribute('data-network')
      if (word === 'away') resolve()
      if ((said.length > 0 || word === 'away') && word !== said.at(-1)) said.push(word)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ['data-network'] })
  })
  const { fetch } = globalThis
  globalThis.fetch = async (...asked) => {
    if (String(asked[0]).includes('/liste/')) await isAway
    return fetch(...asked)
  }
  Object.assign(globalThis, { said })
}

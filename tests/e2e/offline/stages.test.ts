import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { broughtFirst, builds, nextBuild, precached } from '../setup/builds.ts'
import { eventually, installed, keptPaths, readyOffline } from '../setup/device.ts'
import { documentState, field, giveDocument, toDocuments } from '../setup/hands.ts'
import { badNetwork, gate, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import { agree, offered } from './updating.ts'

/** What an enrolment needs without a network comes first; everything else follows when the line is idle. */

const network = badNetwork()
const phone = phones(networkFaults, /status of 503/, /dynamically imported module|A part of the portal/)

const first = broughtFirst(builds.complete.dir)
const following = precached(builds.complete.dir).filter(path => !first.includes(path))
const asked = (path: string) => network.provider.journal.filter(entry => entry.path === path).length
const [next = '', ...others] = following

/** A first visit of which nothing has followed, since the host has no time for the first part that would. */
async function withoutTheRest(path = '/home') {
  network.provider.script(next, { status: 503 })
  const visit = await phone(network.url).start()
  await visit.page.goto(path)
  await readyOffline(visit.page)
  await eventually(() => asked(next)).toBeGreaterThan(0)
  return visit
}

/** A tab that wants no part of the rest itself. */
async function besides(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const heard = ({ data }: MessageEvent) => data?.type === 'READY' && Object.assign(window, { heard: true })
    navigator.serviceWorker.addEventListener('message', heard)
  })
  return page
}

/** The worker is told to bring the rest. */
async function visited(page: Page): Promise<void> {
  await page.goto('/inconnue')
  await page.waitForFunction(() => 'heard' in window)
}

/** A photo is on its way, and holds the line until the answer is let go. */
async function sending(page: Page) {
  await toDocuments(page)
  const answer = gate()
  network.provider.script('etudiant/files/upload', { hold: answer.hold })
  await giveDocument(page, 'attest', await smallPhoto('attest'))
  await documentState(page, 'attest', 'sending')
  await eventually(() => network.provider.calls('etudiant/files/upload').length).toBe(1)
  return answer
}

test('an enrolment can do without a network before the rest has come, and the page says so', async () => {
  const part = gate()
  network.provider.script(next, { hold: part.hold })
  const { page } = await phone(network.url).start()
  await page.goto('/home')
  await page.getByText('Prêt hors connexion.').waitFor()
  await eventually(() => asked(next)).toBe(1)
  expect(await keptPaths(page)).toEqual([...first].sort())
  // One at a time.
  expect(others.map(asked)).toEqual(others.map(() => 0))
  await readyOffline(page)
  await network.link.set({ network: 'gone' })
  await page.goto('/register')
  await field(page, 'anneeBac').selectOption('2025')
  await field(page, 'serie').selectOption('TSE')
  await page.goto('/status')
  await page.getByRole('heading', { level: 1, name: "Cette page n'est pas arrivée" }).waitFor()
  part.open()
})

describe('the rest', () => {
  test('that a dead line has cut goes on at the next visit, and nothing that came is asked for again', async () => {
    const [, second = ''] = following
    network.provider.script(second, { cut: 'half', times: 1 })
    const { page } = await phone(network.url).start()
    await page.goto('/home')
    await readyOffline(page)
    // The page asks twice on a first visit, so that the second try may have come by now.
    await eventually(() => asked(second)).toBeGreaterThan(0)
    await page.reload()
    await installed(page)
    expect(await keptPaths(page)).toEqual(precached(builds.complete.dir).sort())
    expect(following.map(asked)).toEqual(following.map(path => (path === second ? 2 : 1)))
  })

  test('comes from the network where it is wanted before, and is kept without a word', async () => {
    const { page } = await withoutTheRest()
    network.provider.behave()
    await page.getByRole('link', { name: "Vérifier l'état de mon dossier" }).click()
    await field(page, 'annee').waitFor()
    expect(await page.getByText('Une page abîmée de cet appareil a été remplacée.').count()).toBe(0)
    await network.link.set({ network: 'gone' })
    await page.goto('/status')
    await field(page, 'annee').waitFor()
  })

  test('waits for a photo that is on its way', async () => {
    const { page, context } = await withoutTheRest('/register')
    const answer = await sending(page)
    network.provider.script(next, {})
    // The page itself asks again for the part that did not come, but for no other.
    const before = others.map(asked)
    const other = await besides(context)
    await visited(other)
    await visited(other)
    expect(others.map(asked)).toEqual(before)
    answer.open()
    await documentState(page, 'attest', 'sent')
    await installed(other)
  })
})

describe('an update', () => {
  test('brings of the rest what there was before it, under whatever name, and nothing else', async () => {
    const { page } = await withoutTheRest()
    network.provider.behave()
    network.provider.script(/^\/assets\/(?:hand|editor|later)-/, { status: 503 })
    await page.goto('/status')
    await field(page, 'annee').waitFor()
    // Its form is drawn before this part comes.
    await field(page, 'phone').focus()
    await eventually(() => keptPaths(page)).toContainEqual(expect.stringContaining('/follow-up-screens-'))
    await offered(page, network.provider)
    const kept = await keptPaths(page)
    expect(kept).toEqual(expect.arrayContaining(broughtFirst(nextBuild.dir)))
    expect(kept).toContain(precached(nextBuild.dir).find(path => path.includes('/follow-up-screens-')))
    expect(kept).not.toContainEqual(expect.stringMatching(/\/(?:hand|editor|later)-/))
    await agree(page)
    await network.link.set({ network: 'gone' })
    await page.goto('/status')
    await field(page, 'annee').waitFor()
  })

  test('is not kept waiting by a part that does not come', async () => {
    network.provider.script(next, { hang: true })
    const { page } = await phone(network.url).start()
    await page.goto('/home')
    await eventually(() => asked(next)).toBe(1)
    await offered(page, network.provider)
    await agree(page)
  })
})

import type { BrowserContext, Page, Worker } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { DocumentType } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { findChromium } from './setup/chromium.ts'
import { eventually, installed, queue, wakeWorker } from './setup/device.ts'
import { documentState, sendDocument, toDocuments } from './setup/hands.ts'
import { button, expectUsable, expectUsableInBothLights } from './setup/looks.ts'
import { badNetwork, networkFaults } from './setup/network.ts'
import { phones } from './setup/students.ts'
import { leaveUnsent, share, toEncryptedDocuments } from './shared/tablet.ts'

/** Who leaves while documents wait hears of them: on the portal's icon, by a notification, or first thing the next time (unit/notify). */

const network = badNetwork()
const phone = phones(networkFaults)
const upload = 'etudiant/files/upload'
const given = ['attest', 'carteid'] as const

interface Edge {
  badges: number[]
  leave?: NotificationPermission
  shown: number
  registration: ServiceWorkerRegistration
}

/**
 * What a browser without a window does not have: an icon of its own with a badge, and a student to ask. In Chromium itself,
 * since its headless shell ends a page and a worker that want a badge.
 */
async function watched(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const edge = Object.assign(globalThis, { badges: [] as number[], leave: 'default' as NotificationPermission })
    const match = window.matchMedia
    window.matchMedia = query =>
      query.includes('standalone') ? ({ matches: true } as MediaQueryList) : match.call(window, query)
    Navigator.prototype.setAppBadge = async count => void edge.badges.push(count ?? -1)
    Object.defineProperty(Notification, 'permission', { get: () => edge.leave })
    Notification.requestPermission = async () => {
      edge.leave = 'granted'
      return edge.leave
    }
  })
}

const badges = (page: Page) => page.evaluate(() => (globalThis as unknown as Edge).badges)

async function give(page: Page, types: readonly DocumentType[] = given): Promise<void> {
  for (const type of types) await sendDocument(page, type, await smallPhoto(type), 'queued')
}

const workerOf = (context: BrowserContext): Worker => {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('No worker is at work')
  return worker
}

/** Of an enrolment and of a correction. */
const arrived = () => network.provider.journal.filter(({ call }) => call.startsWith('etudiant/files/')).length

/** The network is back, the browser wakes the worker, and nobody looks. */
async function sentUnseen(page: Page, context: BrowserContext, documents = 2): Promise<void> {
  const before = arrived()
  const worker = workerOf(context)
  await worker.evaluate(() => {
    const edge = Object.assign(globalThis as unknown as Edge, { shown: 0 })
    const { registration } = edge
    const show = registration.showNotification.bind(registration)
    registration.showNotification = async (...what) => {
      await show(...what)
      edge.shown += 1
    }
  })
  await network.find(context)
  await wakeWorker(page, network.url)
  await eventually(arrived).toBe(before + documents)
  // Asked of the worker as well: it tells nothing while a page is open.
  await eventually(async () => (await queue(worker)).filter(({ state }) => state === 'waiting').length).toBe(0)
}

/**
 * What the system has, once one is shown: not asked before, since Chromium forgets a notification that it is asked for
 * while it comes.
 */
async function notified(context: BrowserContext): Promise<{ title: string; body: string }[]> {
  const worker = workerOf(context)
  await eventually(() => worker.evaluate(() => (globalThis as unknown as Edge).shown)).toBe(1)
  return notifications(worker)
}

const notifications = (worker: Worker): Promise<{ title: string; body: string }[]> =>
  worker.evaluate(async () => {
    const shown = await (globalThis as unknown as Edge).registration.getNotifications()
    return shown.map(({ title, body }) => ({ title, body }))
  })

describe('the icon of the portal', () => {
  test('counts the documents that wait until they have gone, by the worker when no page is open', async () => {
    const { page, context } = await phone(network.url, findChromium()).start()
    await watched(context)
    await toDocuments(page)
    await installed(page)
    expect(await badges(page)).toEqual([0])
    await network.lose(context)
    await give(page)
    expect(await badges(page)).toEqual([0, 1, 2])
    await network.find(context)
    await eventually(async () => (await badges(page)).at(-1)).toBe(0)
    for (const type of given) await documentState(page, type, 'sent')

    await network.lose(context)
    await give(page, ['actenaiss', 'simcard'])
    await page.goto('about:blank')
    const worker = workerOf(context)
    await worker.evaluate(() => {
      const edge = Object.assign(globalThis, { badges: [] as number[] })
      Object.assign(navigator, { setAppBadge: async (count: number) => void edge.badges.push(count) })
    })
    await network.find(context)
    await wakeWorker(page, network.url)
    const counted = () => worker.evaluate(() => (globalThis as unknown as Edge).badges)
    await eventually(async () => (await counted()).at(-1)).toBe(0)
    expect(await counted()).toContain(1)
  })
})

describe('leave to tell', () => {
  test('is asked for by a press, once something waits and the network is away; who refuses is promised the next opening', async () => {
    const { page, context } = await phone(network.url, findChromium()).start()
    await watched(context)
    await toDocuments(page)
    await installed(page)
    await sendDocument(page, 'attest', await smallPhoto('attest'))
    const ask = button(page, 'Me prévenir quand tout est parti')
    expect(await ask.count(), 'nothing waits').toBe(0)
    await network.lose(context)
    await give(page, ['carteid'])
    await ask.waitFor()
    expect(await page.evaluate(() => Notification.permission)).toBe('default')
    await page.evaluate(() => {
      Notification.requestPermission = async () => {
        ;(globalThis as unknown as Edge).leave = 'denied'
        return 'denied'
      }
    })
    await ask.click()
    await page.getByText('À la prochaine ouverture, le portail vous dira').waitFor()
    expect(await ask.count()).toBe(0)

    // Where all that waits is shown, as well: on a page that has not been refused.
    await page.goto('/envois')
    await ask.waitFor()
    await page.getByText('Si cet appareil manque de place').waitFor()
    await expectUsableInBothLights(page, 'what waits')
    await page.goto('/register')
    await ask.waitFor()
    await expectUsableInBothLights(page, 'leave to tell')
    await ask.click()
    const told = page.getByText('une notification vous dira quand vos documents sont arrivés')
    await expect.poll(() => told.evaluate(one => one === document.activeElement)).toBe(true)
    await expectUsableInBothLights(page, 'leave given')

    // Not asked for where the browser sends nothing once it is closed.
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SyncManager'))
    await page.goto('/register')
    await page.getByText("Fermé, le portail n'envoie rien depuis ce navigateur.").waitFor()
    expect(await ask.count()).toBe(0)
    await expectUsable(page, 'nothing is sent once it is closed')
  })
})

test('on a shared device leave is never asked for, and nothing is told', async () => {
  const { page, context } = await phone(network.url, findChromium()).start()
  await watched(context)
  await context.grantPermissions(['notifications'], { origin: network.url })
  await share(page)
  await toEncryptedDocuments(page)
  await leaveUnsent(page, network)
  await eventually(async () => (await badges(page)).at(-1)).toBe(1)
  await page.waitForLoadState('networkidle')
  expect(await button(page, 'Me prévenir quand tout est parti').count()).toBe(0)
  await page.goto('about:blank')
  await network.find(context)
  await wakeWorker(page, network.url)
  await eventually(() => network.provider.calls(upload).length).toBe(1)
  expect(await notifications(workerOf(context))).toEqual([])
  await page.goto('/home')
  await page.getByRole('timer').waitFor()
  expect(await page.getByText('Depuis votre dernière visite').count()).toBe(0)
})

describe('once the last document has arrived while nobody looked', () => {
  test('one notification says so and names nobody; a press on it opens the portal, which has no more to tell', async () => {
    const { page, context } = await phone(network.url, findChromium()).start()
    await context.grantPermissions(['notifications'], { origin: network.url })
    await toDocuments(page)
    await installed(page)
    await network.lose(context)
    await give(page)
    await page.goto('about:blank')
    network.provider.script(upload, { reply: { status: 0, msg: 'Image illisible.' }, times: 1 })
    await sentUnseen(page, context)
    expect(await notified(context)).toEqual([{ title: '1 document est arrivé. 1 document est à refaire.', body: '' }])
    const worker = workerOf(context)
    await page.goto('about:blank')
    const opened = await worker.evaluate(async () => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration
        clients: { openWindow(url: string): Promise<null> }
        NotificationEvent: new (type: string, how: { notification: Notification | undefined }) => Event
      }
      const asked = new Promise<string>(resolve => {
        // A press that nobody made may open no window.
        scope.clients.openWindow = async url => {
          resolve(url)
          return null
        }
      })
      const [notification] = await scope.registration.getNotifications()
      dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
      return asked
    })
    expect(opened).toBe('/home')
    expect(await notifications(worker)).toEqual([])
    await page.goto('/register')
    // Whichever went first: each may have had a try without a network, and waits after it.
    const refused = (await queue(page)).find(({ state }) => state === 'refused')
    for (const type of given) await documentState(page, type, type === refused?.requestKey ? 'failed' : 'sent')
    expect(await page.getByText('Depuis votre dernière visite').count()).toBe(0)
  })

  test('and nobody has given leave, the next opening says it first, and once', async () => {
    const { page, context } = await phone(network.url).start()
    await toDocuments(page)
    await installed(page)
    await network.lose(context)
    await give(page)
    await page.goto('about:blank')
    await sentUnseen(page, context)
    expect(await notifications(workerOf(context))).toEqual([])
    await page.goto('/home')
    const news = page.getByText('Depuis votre dernière visite : 2 documents sont arrivés.')
    await news.waitFor()
    expect(await page.locator('main .alert').first().textContent()).toContain('Depuis votre dernière visite')
    await expectUsable(page, 'news')
    await page.goto('/home')
    await page.getByRole('link', { name: /^Continuer/ }).waitFor()
    expect(await news.count()).toBe(0)
  })
})

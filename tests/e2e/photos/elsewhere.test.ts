import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { page as printed } from '../../photos/pictures.ts'
import { eventually, queue, stored, visitHome } from '../setup/device.ts'
import { documentRow, documentState, toDocuments } from '../setup/hands.ts'
import { roundTrip } from '../setup/looks.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { arrived, crashed, pickPhoto } from './album.ts'

/** Photos are prepared by the portal and not by a screen: wherever the student is, whatever has ended the page before. */

const students = visitors()
const provider = await oneProvider()

const photo = await printed().jpeg().toBuffer()
const sourceFiles = (page: Page) => stored(page, 'sourceFiles')

/** The photo worker never answers, as on a phone that is too busy. */
const stall = (page: Page) =>
  page.evaluate(() => {
    Worker.prototype.postMessage = () => undefined
  })

/** A photo is on the disk, and the page that was to prepare it is dead. */
async function leftBehind(page: Page) {
  await stall(page)
  await pickPhoto(page, 'attest', photo)
  await eventually(async () => (await sourceFiles(page)).length).toBe(1)
  return crashed(page)
}

async function visit() {
  const opened = await students.open('phone', provider.url)
  opened.witness.allow(/^crash/)
  return opened
}

describe('a photo that a dead page has left', () => {
  test.each(['/home', '/status', '/recepisse', '/update', '/nulle-part'])(
    'is prepared and sent from %s',
    async address => {
      const { page, witness } = await visit()
      if (address === '/nulle-part') witness.allow(/status of 404/)
      await toDocuments(page)
      const next = await leftBehind(page)
      await next.goto(address)
      await arrived(provider, 'attest')
      await eventually(() => sourceFiles(next)).toEqual([])
      expect(new URL(next.url()).pathname).toBe(address)
    },
  )

  test('and that ends every page is sent as it was taken by the third, on whichever page', async () => {
    const { page } = await visit()
    await toDocuments(page)
    // Stands for a decoder that takes the page with it.
    const deadly = () => {
      const send: (job: { order: { asItIs?: boolean } }, more: Transferable[]) => void = Worker.prototype.postMessage
      const harmless: typeof send = function (this: Worker, job, more) {
        if (job.order.asItIs) send.call(this, job, more)
        else Object.assign(document.documentElement.dataset, { dead: 'yes' })
      }
      Object.assign(Worker.prototype, { postMessage: harmless })
    }
    await page.evaluate(deadly)
    await pickPhoto(page, 'attest', photo)
    let current = page
    for (const address of ['/home', '/status']) {
      await eventually(() => current.locator('html[data-dead]').count()).toBe(1)
      current = await crashed(current)
      await current.addInitScript(deadly)
      await current.goto(address)
    }
    await eventually(() => current.locator('html[data-dead]').count()).toBe(1)
    const last = await crashed(current)
    await last.addInitScript(deadly)
    await last.goto('/home')
    await arrived(provider, 'attest')
    await eventually(() => sourceFiles(last)).toEqual([])
  })
})

test('a photo whose code has not come is prepared once it does, also when the student has gone home meanwhile', async () => {
  const { page, context, witness } = await visit()
  witness.allow(/net::ERR_|Failed to/)
  await visitHome(page)
  await toDocuments(page)
  // The code is asked for past the worker and in the page itself, where no worker starts.
  await page.evaluate(() => {
    Object.assign(globalThis, {
      Worker: class {
        constructor() {
          throw new Error('No worker starts.')
        }
      },
    })
  })
  let away = true
  await context.route(/shrink\.worker/, route => (away ? route.abort() : route.continue()))
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) if (request.url.includes('shrink')) await cache.delete(request)
    }
  })
  await pickPhoto(page, 'attest', photo)
  await documentRow(page, 'attest').getByText('Elle sera préparée dès que le réseau revient.').waitFor()
  await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
  await page.waitForURL('**/home')
  away = false
  await arrived(provider, 'attest')
})

test('a photo that one tab prepares is left to it by the others, and taken over when that tab is gone', async () => {
  const { page, context } = await visit()
  await toDocuments(page)
  await stall(page)
  await pickPhoto(page, 'attest', photo)
  await documentState(page, 'attest', 'preparing')
  await eventually(async () => (await sourceFiles(page)).length).toBe(1)
  const other = await context.newPage()
  await other.addInitScript(() => {
    const send = Worker.prototype.postMessage as (...all: unknown[]) => void
    Object.assign(Worker.prototype, {
      postMessage(this: Worker, ...all: unknown[]) {
        document.documentElement.dataset.prepares = 'yes'
        send.apply(this, all)
      },
    })
  })
  await other.goto('/register')
  await documentState(other, 'attest', 'preparing')
  await roundTrip(other)
  expect(await other.locator('html[data-prepares]').count()).toBe(0)
  expect((await queue(other)).some(({ requestKey }) => requestKey === 'attest')).toBe(false)
  await page.close()
  await documentState(other, 'attest', 'sent')
  await arrived(provider, 'attest')
})

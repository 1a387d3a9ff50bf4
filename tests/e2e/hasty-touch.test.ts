import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { eventually } from './setup/device.ts'
import { field } from './setup/hands.ts'
import { visitors } from './setup/journey.ts'
import { oneProvider } from './setup/one-provider.ts'

/** React takes a page over in slices. Who touches it meanwhile is answered by the page at once, and by React after. */

const students = visitors()
const provider = await oneProvider()

declare global {
  /** The touches that got as far as React. */
  var heard: string[]
  var resume: () => void
}

/** A page that React has begun to take over, and goes on with at `resume`: its slices go through a message port. */
async function halfTaken(path: string): Promise<Page> {
  const { page } = await students.open('phone', provider.url)
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    const waiting: (() => void)[] = []
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      waiting.push(() => postMessage.call(this, message))
    }
    globalThis.resume = () => {
      MessagePort.prototype.postMessage = postMessage
      for (const go of waiting.splice(0)) go()
    }
    globalThis.heard = []
    const hear = ({ type }: Event) => heard.push(type)
    addEventListener('DOMContentLoaded', () => {
      for (const type of ['pointerdown', 'touchstart', 'keydown', 'input', 'click'])
        document.getElementById('root')?.addEventListener(type, hear, { capture: true })
    })
  })
  await page.goto(path)
  await page.locator('#late').waitFor({ state: 'detached' })
  return page
}

const heardByReact = (page: Page) => page.evaluate(() => heard)
const goOn = (page: Page) => page.evaluate(() => resume())

describe('while React takes the page over', () => {
  test('a tap on a link does not hurry it, and is followed after, without another page load', async () => {
    const page = await halfTaken('/home')
    await page.getByRole('link', { name: "S'inscrire" }).tap()
    expect(await heardByReact(page)).toEqual([])
    await goOn(page)
    await page.getByRole('heading', { level: 1, name: 'Inscription', exact: true }).waitFor()
    expect(await heardByReact(page)).toEqual(['click'])
  })

  test('what is typed stays, and the next keystroke goes on', async () => {
    const page = await halfTaken('/status')
    await field(page, 'phone').pressSequentially('7654')
    expect(await heardByReact(page)).toEqual([])
    await goOn(page)
    await field(page, 'matricule').waitFor({ state: 'detached' })
    await page.keyboard.type('3210')
    expect(await field(page, 'phone').inputValue()).toBe('76543210')
    expect(await heardByReact(page)).toContain('input')
  })

  test('a tap on what is no part of the portal is the page’s own', async () => {
    const page = await halfTaken('/home')
    const phone = page.locator('footer a[href^="tel:"]').first()
    const followed = phone.evaluate(link =>
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    )
    expect(await followed).toBe(true)
  })

  test.each(['/home', '/register', '/status', '/recepisse', '/update', '/nulle-part'])(
    'and when it has, %s hears everything',
    async path => {
      const page = await halfTaken(path)
      await goOn(page)
      await eventually(async () => {
        await page.locator('h1').tap()
        return heardByReact(page)
      }).toContain('pointerdown')
    },
  )
})

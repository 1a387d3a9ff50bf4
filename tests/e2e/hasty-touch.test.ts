import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { student } from './setup/answers.ts'
import { eventually } from './setup/device.ts'
import { field, fill } from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { goOn, takenInSlices, untilBegun } from './setup/slices.ts'
import { visitors } from './setup/students.ts'

/** React takes a page over in slices. Who touches it meanwhile is answered by the page at once, and by React after. */

const students = visitors()
const provider = await oneProvider()

/** In the web view of another app, every page has something to say that needs React. */
const inApp =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36'

/** A page that React has begun to take over, and goes on with at `goOn`. */
async function halfTaken(path: string, allowed?: RegExp, before?: (page: Page) => Promise<unknown>): Promise<Page> {
  const { page, witness } = await students.open('phone', provider.url, { userAgent: inApp })
  if (allowed) witness.allow(allowed)
  await before?.(page)
  await takenInSlices(page)
  await page.goto(path)
  await untilBegun(page)
  await page.evaluate(() => heard.splice(0))
  return page
}

const heardByReact = (page: Page) => page.evaluate(() => heard)

describe('while React takes the page over', () => {
  test('a tap on a link does not hurry it, and is followed after, without another page load', async () => {
    const page = await halfTaken('/home')
    await page.getByRole('link', { name: "S'inscrire" }).tap()
    expect(await heardByReact(page)).toEqual([])
    await goOn(page)
    await page.getByRole('heading', { level: 1, name: 'Informations personnelles' }).waitFor()
    expect(await heardByReact(page)).toEqual(['click'])
  })

  test('a network that is there again meanwhile is told of, also where the page had said that there is none', async () => {
    const page = await halfTaken('/home', /net::ERR_/, async page => {
      // No call proves anything before the page has said so.
      await page.route('**/etudiant/**', () => undefined)
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false }),
      )
    })
    const line = page.locator('.net')
    expect(await line.textContent()).toContain('Hors connexion')
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => true })
      dispatchEvent(new Event('online'))
    })
    await goOn(page)
    await eventually(() => line.textContent()).toMatch(/^En ligne/)
    expect(await line.getAttribute('data-network')).toBe('quiet')
  })

  test('what is typed once it has read the field, and erased after, is erased for React as well', async () => {
    const { page } = await students.open('phone', provider.url, { userAgent: inApp })
    await page.addInitScript(() => {
      const { defineProperty } = Object
      // How React reads a field that it takes over, in a slice before its last one (react-dom 19).
      Object.defineProperty = <T>(one: T, name: PropertyKey, how: PropertyDescriptor & ThisType<unknown>) => {
        const given = defineProperty(one, name, how)
        if (one instanceof HTMLInputElement && one.name === 'phone' && name === 'value') {
          one.focus()
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(one, '7')
        }
        return given
      }
    })
    await page.goto('/status')
    await field(page, 'matricule').waitFor({ state: 'detached' })
    await field(page, 'phone').fill('')
    await field(page, 'matricule').waitFor()
    expect(await field(page, 'phone').inputValue()).toBe('')
  })

  test('what is typed right after React has adopted the form stays', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.addInitScript(() => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      let reads = 0
      Object.defineProperty(HTMLInputElement.prototype, 'value', {
        ...value,
        get(this: HTMLInputElement) {
          if (this.name === 'num_place') reads += 1
          // First React reads it, then its field does, in the effect that adopts what stands there.
          if (reads === 2) {
            reads += 1
            queueMicrotask(() => {
              this.focus()
              document.execCommand('insertText', false, '10245')
            })
            // As on a slow phone, whatever React puts off has no time left in this turn.
            const from = performance.now()
            while (performance.now() - from < 20);
          }
          return value?.get?.call(this)
        },
      })
    })
    await page.goto('/recepisse')
    await eventually(() => field(page, 'num_place').inputValue()).toBe('10245')
    await fill(page, { serie: student.serie, matricule: student.matricule })
    expect(await field(page, 'num_place').inputValue()).toBe('10245')
  })

  test.each(['input', 'label'])(
    'a tap on the %s of a box is not shown before React has it, and is given to it after',
    async touched => {
      const page = await halfTaken('/home')
      // As the shell draws one before its screen is React's.
      await page.evaluate(() => {
        const label = document.createElement('label')
        label.append('Une case', Object.assign(document.createElement('input'), { type: 'checkbox', id: 'box' }))
        // Beside what React takes over, which must find what was drawn at build time.
        document.body.prepend(label)
      })
      const box = page.locator('#box')
      await (touched === 'input' ? box : page.getByText('Une case')).tap()
      expect(await box.isChecked()).toBe(false)
      await box.evaluate(one => one.addEventListener('click', () => heard.push('box')))
      await goOn(page)
      await eventually(() => heardByReact(page)).toContain('box')
      expect(await box.isChecked()).toBe(true)
    },
  )

  test('a page that takes too long to be taken over is deaf no longer', async () => {
    const page = await halfTaken('/home')
    const heading = page.getByRole('heading', { level: 1 })
    await heading.tap()
    expect(await heardByReact(page)).toEqual([])
    await page.evaluate(() => pass(5_000))
    await heading.tap()
    expect(await heardByReact(page)).toContain('pointerdown')
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

  test.each(['/home', '/register', '/status', '/recepisse', '/update', '/nulle-part'])(
    'and when it has, %s hears each touch, and no pointer that only passes by',
    async path => {
      const page = await halfTaken(path)
      await goOn(page)
      await eventually(async () => {
        await page.locator('h1').tap()
        return heardByReact(page)
      }).toContain('pointerdown')
      await eventually(() => heardByReact(page)).toContain('click')
      const heard = await heardByReact(page)
      expect(heard.filter(type => type.endsWith('over'))).toEqual([])
    },
  )
})

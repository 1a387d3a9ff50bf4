import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { assetsOf, builds } from '../setup/builds.ts'
import { eventually } from '../setup/device.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

/** The styles inside a drawn page are a part of the whole sheet: what is left out must be nothing that it needs. */

const students = visitors()
const provider = await oneProvider()
const sheet = assetsOf(builds.complete.dir).find(path => path.endsWith('.css')) ?? ''

/** How each element looks, with what is drawn before and after it, and its ring under the keyboard's focus. */
const looks = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.cancel()
    const said = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo)
      return Object.fromEntries([...style].map(name => [name, style.getPropertyValue(name)]))
    }
    return [...document.querySelectorAll<HTMLElement>('body, body *:not(script)')].map(element => {
      const plain = [said(element), said(element, '::before'), said(element, '::after')]
      element.focus({ focusVisible: true } as FocusOptions)
      const { outline, outlineOffset, boxShadow } = getComputedStyle(element)
      const focused: Record<string, string> = { outline, outlineOffset, boxShadow }
      element.blur()
      return { name: `${element.localName}.${element.className}`, plain, focused }
    })
  })

test.each(['home', 'register', 'status', 'recepisse', 'update', '404'])(
  '%s looks without the whole sheet as it does with it',
  async name => {
    const options = { javaScriptEnabled: false } as const
    const { page } = await students.at(provider.url, `/${name}.html`, options)
    const before = await looks(page)
    expect(before.length).toBeGreaterThan(20)
    await page.evaluate(href => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
    }, sheet)
    await eventually(() => page.evaluate(() => document.styleSheets.length)).toBe(2)
    const after = await looks(page)
    // Only what differs, since all of it would be megabytes.
    const differing = before.flatMap(({ name, plain, focused }, at) =>
      [...plain, focused].flatMap((said, which) => {
        const other = [...(after[at]?.plain ?? []), after[at]?.focused][which] ?? {}
        return Object.keys(said)
          .filter(key => said[key] !== other[key])
          .map(key => `${name} ${which} ${key}: ${said[key]} → ${other[key]}`)
      }),
    )
    expect(differing).toEqual([])
  },
)

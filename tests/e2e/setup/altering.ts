import type { Page } from 'playwright-core'
import { translate } from './translator.ts'

/** What others do to a page that was drawn at build time: React then finds another one, and draws it anew. */
const alterations = {
  'a network that puts a script into it': () => {
    document.getElementById('root')?.prepend(document.createElement('script'))
  },
  'a host that hides addresses of mail': () => {
    const [last] = [...document.querySelectorAll('footer a')].reverse()
    last?.replaceChildren(Object.assign(document.createElement('span'), { textContent: '[protected]' }))
  },
  'an extension that has a button for each field': () => {
    for (const input of document.querySelectorAll('#root input')) input.after(document.createElement('span'))
  },
  'an extension that moves each field into a box': () => {
    for (const input of document.querySelectorAll('#root input, #root select')) {
      const box = document.createElement('div')
      const { activeElement } = document
      input.replaceWith(box)
      box.append(input)
      if (activeElement === input) (input as HTMLElement).focus()
    }
  },
  'a blocker that takes a part away': () => {
    document.querySelector('#root footer dl')?.remove()
  },
} as const

export type Alteration = keyof typeof alterations | 'a translator'

export const everyAlteration = ['a translator', ...(Object.keys(alterations) as Alteration[])] as const

export const alter = (page: Page, how: Alteration): Promise<void> =>
  how === 'a translator' ? translate(page) : page.evaluate(alterations[how])

/** What React says of it to the browser's console. */
export const drawnAnew = /Minified React error #418/

import type { DocumentType } from '../../../src/spec/documents.ts'
import { eventually } from '../../e2e/setup/device.ts'
import type { Answers } from '../../e2e/setup/hands.ts'
import type { Place, Tab } from './tab.ts'

/** What a student's hands do in any engine, through the hooks that the contract promises and nothing else. */

export const field = (name: string): Place => ({ css: `[name="${name}"]` })
export const button = (text: string): Place => ({ css: 'button', text })
export const title = (text: string): Place => ({ css: 'h1, h2', text })

const optionsOf = (tab: Tab, name: string) =>
  tab.run(
    list => [...document.querySelectorAll(`[name="${list}"] option`)].map(one => (one as HTMLOptionElement).value),
    name,
  )

/** A list that the browser itself draws opens outside of the page: it is set as a choice in it sets it. */
export async function choose(tab: Tab, name: string, value: string): Promise<void> {
  await eventually(() => optionsOf(tab, name)).toContain(value)
  await tab.waitFor({ css: `[name="${name}"]:enabled` })
  await tab.run(
    ([list, chosen]) => {
      const select = document.querySelector(`[name="${list}"]`) as HTMLSelectElement
      select.focus()
      select.value = chosen
      for (const kind of ['input', 'change']) select.dispatchEvent(new Event(kind, { bubbles: true }))
      select.blur()
    },
    [name, value] as const,
  )
}

export async function fill(tab: Tab, answers: Answers): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    await tab.waitFor(field(name))
    const isList = await tab.run(control => document.querySelector(`select[name="${control}"]`) !== null, name)
    if (isList) await choose(tab, name, value)
    else await tab.type(field(name), value)
  }
}

export const answerIn = (tab: Tab, name: string) =>
  tab.run(control => (document.querySelector(`[name="${control}"]`) as HTMLInputElement | null)?.value, name)

async function confirm(tab: Tab): Promise<void> {
  await tab.tap({ css: 'dialog[open] button', text: 'Je confirme' })
  await eventually(() => tab.sees({ css: 'dialog[open]' })).toBe(false)
}

/** Reading A's first step: found, attested, confirmed and saved; then the code is asked for. */
export async function enrol(tab: Tab, answers: Answers): Promise<void> {
  await fill(tab, answers)
  await confirm(tab)
  await tab.tap(field('attestation'))
  await tab.tap(button('Continuer'))
  await confirm(tab)
  await tab.waitFor(field('otp'))
}

export async function enterCode(tab: Tab, code: string): Promise<void> {
  await tab.type(field('otp'), code)
  await tab.tap(button('Continuer'))
  await eventually(() => tab.run(() => document.querySelector('[name="attest"]') !== null, undefined)).toBe(true)
}

const row = (type: DocumentType, states: readonly string[]) =>
  states.map(state => `[data-document="${type}"][data-state="${state}"]`).join(',')
const question = /^(?:Utiliser cette photo|Garder quand même)$/

/** Gives a photograph, and says yes where a preview or advice asks. The page may go on after the last one. */
export async function giveDocument(tab: Tab, type: DocumentType, file: string): Promise<void> {
  const given = { css: row(type, ['queued', 'sending', 'sent', 'failed']) }
  await tab.give(field(type), file)
  const asked = () =>
    tab.run(
      ([css, pattern]) =>
        [...document.querySelectorAll(`${css} button, dialog[open] button`)]
          .map(one => one.textContent?.trim() ?? '')
          .find(text => new RegExp(pattern).test(text)),
      [`[data-document="${type}"]`, question.source] as const,
    )
  const goneOn = () => tab.run(name => document.querySelector(`[name="${name}"]`) === null, type)
  await eventually(
    async () => (await tab.sees(given)) || (await asked()) !== undefined || (await goneOn()),
    60_000,
  ).toBe(true)
  const text = await asked()
  if (text) await tab.tap(button(text))
}

export const documentState = (tab: Tab, type: DocumentType, state: string) =>
  tab.waitFor({ css: row(type, [state]) }, 60_000)

/** Its scripts have come and answer; what is seen before was drawn ahead. */
export const alive = (tab: Tab) =>
  eventually(() => tab.run(() => document.getElementById('late') === null, undefined)).toBe(true)

/** What lies in one of the portal's stores, once the portal itself has made them. */
export const stored = (tab: Tab, store: string, what: 'getAll' | 'getAllKeys') =>
  tab.run(
    ([name, wanted]) =>
      new Promise<unknown[]>(resolve => {
        const opening = indexedDB.open('portail')
        // Whoever opens a database that is not there makes an empty one.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const variant = opening.result.transaction(name).objectStore(name)[wanted]()
          variant.onsuccess = () => {
            opening.result.close()
            resolve(variant.result)
          }
        }
      }),
    [store, what] as const,
  )

/** The first visit is over: the worker is in charge and has the lists and every part, and the dates are kept. */
export async function installed(tab: Tab): Promise<void> {
  const kept = async () => {
    const lists = await caches.open('reference-lists')
    return navigator.serviceWorker.controller ? (await lists.keys()).length : 0
  }
  await eventually(() => tab.run(kept, undefined)).toBe(5)
  await eventually(() => stored(tab, 'device', 'getAllKeys')).toContain('chrono')
  const isWhole = async () => (await caches.match('/?partial')) === undefined
  await eventually(() => tab.run(isWhole, undefined)).toBe(true)
}

import type { Page } from 'playwright-core'
import type { Item } from '../../../src/outbox/item.ts'
import type { Dossier } from '../../../src/storage/dossiers.ts'

/** What a student sees of the wizard at one moment, and what the device holds at that moment. */
export interface Look {
  path: string
  done: boolean
  /** The step at which the wizard stands, from 0; -1 when it is not there yet. */
  step: number
  dialog: boolean
  /** Enabled controls, by name. */
  fields: Record<string, string>
  attested: boolean | undefined
  documents: Partial<Record<string, string>>
  /** Buttons that may be pressed now, by their words. */
  buttons: string[]
  items: Item[]
  drafts: Dossier[]
  /** The beginning of what can be read: for whoever has to find out why nothing went on. */
  text: string
}

/** One trip to the page, so that all of it is of one moment. */
export function look(page: Page): Promise<Look> {
  return page.evaluate(async () => {
    const stores = await new Promise<[unknown[], unknown[]]>(resolve => {
      const opening = indexedDB.open('portail')
      // Before the portal has made its database there is nothing in it, and an empty one of ours must not be left.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = () => resolve([[], []])
      opening.onsuccess = () => {
        const database = opening.result
        const reading = database.transaction(['queue', 'dossiers'])
        const items = reading.objectStore('queue').getAll()
        const drafts = reading.objectStore('dossiers').getAll()
        reading.oncomplete = () => {
          database.close()
          resolve([items.result, drafts.result])
        }
      }
    })
    const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)]
    const isShown = (element: Element) => element.getClientRects().length > 0
    const open = document.querySelector('dialog[open]')
    const controls = all<HTMLInputElement | HTMLSelectElement>('input[name]:enabled, select[name]:enabled')
    const isTyped = (control: HTMLInputElement | HTMLSelectElement) =>
      control.type !== 'file' &&
      control.type !== 'checkbox' &&
      !(control instanceof HTMLInputElement && control.readOnly)
    const box = document.querySelector<HTMLInputElement>('input[name="attestation"]:enabled')
    const rows = all<HTMLElement>('[data-document]')
    return {
      path: location.pathname,
      done: all('h1').some(({ textContent }) => textContent === 'Pré-inscription effectuée'),
      step: all('.steps > li').findIndex(step => step.getAttribute('aria-current') === 'step'),
      dialog: open !== null,
      fields: Object.fromEntries(
        controls.filter(control => isTyped(control) && isShown(control)).map(({ name, value }) => [name, value]),
      ),
      attested: box?.checked,
      documents: Object.fromEntries(rows.map(({ dataset }) => [dataset.document, dataset.state])),
      buttons: all<HTMLButtonElement>(open ? 'dialog[open] button:enabled' : 'button:enabled')
        .filter(isShown)
        .map(({ textContent }) => textContent ?? ''),
      items: stores[0] as Item[],
      drafts: stores[1] as Dossier[],
      text: `${document.readyState}: ${document.body.innerText.slice(0, 300)}`,
    }
  })
}

import type { Page } from 'playwright-core'
import type { Dossier } from '../../../src/core/db/dossiers.ts'
import type { SourceFile } from '../../../src/core/db/source-files.ts'
import type { Item } from '../../../src/outbox/item.ts'

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
  /** With what is prepared to be one of them. */
  items: Item[]
  drafts: Dossier[]
  /** The beginning of what can be read: for whoever has to find out why nothing went on. */
  text: string
}

/** One trip to the page, so that all of it is of one moment. @param matricule in whose name what is prepared will be sent */
export function look(page: Page, matricule: string): Promise<Look> {
  return page.evaluate(async matricule => {
    const [queue, drafts, keys, sourceFiles] = await new Promise<unknown[][]>(resolve => {
      const opening = indexedDB.open('portail')
      // Before the portal has made its database there is nothing in it, and an empty one of ours must not be left.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = () => resolve([[], [], [], []])
      opening.onsuccess = () => {
        const database = opening.result
        const variant = database.transaction(['queue', 'dossiers', 'sourceFiles'])
        const items = variant.objectStore('queue').getAll()
        const drafts = variant.objectStore('dossiers').getAll()
        const keys = variant.objectStore('sourceFiles').getAllKeys()
        const sourceFiles = variant.objectStore('sourceFiles').getAll()
        variant.oncomplete = () => {
          database.close()
          resolve([items.result, drafts.result, keys.result, sourceFiles.result])
        }
      }
    })
    const items = (queue ?? []) as Item[]
    // What is prepared is known by the digest of the request that it is going to be.
    for (const [at, sourceFile] of ((sourceFiles ?? []) as SourceFile[]).entries()) {
      const type = String(keys?.[at]).split('/')[1] as Item['requestKey']
      if (
        !sourceFile.ready ||
        items.some(({ requestKey, createdAt }) => requestKey === type && createdAt >= sourceFile.at)
      )
        continue
      const bytes = Array.from(new Uint8Array(sourceFile.bytes), byte => String.fromCharCode(byte))
      const body = JSON.stringify({ matricule, type, image: btoa(bytes.join('')) })
      const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)))
      const digest = Array.from(sum, byte => byte.toString(16).padStart(2, '0')).join('')
      const older = items.findIndex(({ requestKey }) => requestKey === type)
      items.splice(older < 0 ? items.length : older, older < 0 ? 0 : 1, {
        requestKey: type,
        digest,
        state: 'waiting',
      } as Item)
    }
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
      items,
      drafts: (drafts ?? []) as Dossier[],
      text: `${document.readyState}: ${document.body.innerText.slice(0, 300)}`,
    }
  }, matricule)
}

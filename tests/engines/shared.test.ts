import { expect, test } from 'vitest'
import * as unlockText from '../../src/features/shared-device/text.ts'
import { button, field } from './setup/hands.ts'
import { inEachEngine, ownProvider } from './setup/journeys.ts'
import type { Tab } from './setup/tab.ts'

const provider = ownProvider()

const typedInto = (tab: Tab, name: string) =>
  tab.run(name => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '', name)

/** Past the portal: no wrong code was ever typed. */
const forgetGuesses = (tab: Tab) =>
  tab.run(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('portail')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const writing = opening.result.transaction('dossiers', 'readwrite')
          const dossiers = writing.objectStore('dossiers')
          const variant = dossiers.getAll()
          variant.onsuccess = () => {
            for (const row of variant.result) dossiers.put({ ...row, guesses: { count: 0, until: 0 } }, row.id)
          }
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          writing.onabort = () => reject(writing.error)
        }
      }),
    undefined,
  )

inEachEngine(students => {
  test('three words protect a dossier, open it in another spelling, and open nothing once its count was changed', async () => {
    const tab = await students.visit()
    await tab.open(`${provider.url}/home`)
    await tab.tap({ css: 'summary', text: 'Données sur cet appareil' })
    await tab.tap(field('appareil-partage'))
    await tab.waitFor({ css: '[name="appareil-partage"]:checked' })
    await tab.open(`${provider.url}/register`)
    await tab.tap(button('Commencer un nouveau dossier'))
    await tab.tap(button('Prendre ces mots'))
    const words = await typedInto(tab, 'code-choisi')
    expect(words).toMatch(/^[a-z]{4,8} [a-z]{4,8} [a-z]{4,8}$/)
    await tab.type(field('code-repete'), words.toUpperCase())
    await tab.tap(button('Protéger et commencer'))
    const again = async (code: string) => {
      await tab.open(`${provider.url}/register`)
      await tab.tap({ css: '.rows button' })
      await tab.type(field('code-dossier'), code)
      await tab.tap(button('Ouvrir'))
    }
    await tab.waitFor(button('Verrouiller'))
    await again(words.replaceAll(' ', '-'))
    await tab.waitFor(button('Verrouiller'))
    await again('tout autre chose')
    await tab.waitFor({ css: '[role="alert"] p', text: unlockText.wrong(9) })
    await forgetGuesses(tab)
    await again(words)
    await tab.waitFor({ css: '[role="alert"]', text: unlockText.altered })
  })
})

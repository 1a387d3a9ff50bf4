import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { visitors } from '../setup/students.ts'
import { mark, translate, untranslated } from '../setup/translator.ts'

/** What React and draw.tsx survive on a page whose texts are replaced: the reason of tests/architecture/loose-text.ts. */

const students = visitors()
let code = ''

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, 'fixture-page.tsx') },
    },
  })
  const outputs = [built].flat() as Rolldown.RolldownOutput[]
  code = outputs.flatMap(({ output }) => output.map(file => (file.type === 'chunk' ? file.code : '')))[0] ?? ''
})

async function fixture() {
  const { page, witness } = await students.open('phone', 'http://localhost')
  // React tells a fault that nothing catches.
  witness.allow(/^exception: NotFoundError/)
  await page.setContent('<!doctype html><html lang="fr"><title>Formes</title><body></body></html>')
  await page.addScriptTag({ type: 'module', content: code })
  await page.waitForFunction(() => 'forms' in globalThis)
  await translate(page)
  return page
}

type By = 'react' | 'draw'
const show = (page: Page, name: string, words: string, by: By) =>
  page.evaluate(([form, said, how]) => globalThis.forms.show(form, said, how), [name, words, by] as const)
const shown = (page: Page) => page.evaluate(sign => document.body.textContent?.replaceAll(sign, ''), mark)

/** Where what is shown is not what was to be shown, as words follow each other. */
async function wrong(page: Page, name: string, by: By): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(() => globalThis.forms.clear())
  for (const words of ['un', 'deux', 'trois', '', 'quatre', 'deux', '']) {
    const wanted = await show(page, name, words, by)
    const there = await shown(page)
    if (there !== wanted) found.push(`${by}, ${name}: "${there}" in place of "${wanted}"`)
    for (const text of await untranslated(page)) found.push(`${by}, ${name}: "${text}" is old, loose or in French`)
  }
  return found
}

describe('on a translated page', () => {
  test.each(['react', 'draw'] as const)('words that are all that their element holds are followed by %s', async by => {
    const page = await fixture()
    const forms = await page.evaluate(() => globalThis.forms.safe)
    const found = []
    for (const form of forms) found.push(...(await wrong(page, form, by)))
    expect(found).toEqual([])
  })

  test('words that stand loose are not: each way that the rule forbids goes wrong', async () => {
    const page = await fixture()
    const forms = await page.evaluate(() => globalThis.forms.loose)
    for (const form of forms) expect(await wrong(page, form, 'react'), form).not.toEqual([])
  })

  test('what is drawn over it is written once, and stays as the translator has left it', async () => {
    const page = await fixture()
    const name = 'words in elements beside others'
    // As a page that was drawn when the portal was built, and translated before the first script came.
    await show(page, name, 'deux', 'react')
    await page.evaluate(() => {
      const note = (records: MutationRecord[]) => (globalThis.forms.changes += records.length)
      new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true })
    })
    const changes = () => page.evaluate(() => globalThis.forms.changes)
    await show(page, name, 'deux', 'draw')
    const once = await changes()
    expect(once).toBeGreaterThan(0)
    expect(await shown(page)).toBe('deuxdeux')
    expect(await untranslated(page)).toEqual([])
    await show(page, name, 'deux', 'draw')
    expect(await changes()).toBe(once)
  })
})

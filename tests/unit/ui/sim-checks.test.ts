import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { freshPage } from '../setup/fresh-page.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** The phone's question of the first step, and what the row of a document shows before its photo. */
async function drawn() {
  const { Question, Example } = await freshPage(
    () => import('../../../src/features/enrolment/question.tsx'),
    () => import('../../../src/documents/ui/row-panel.tsx'),
  )
  const question = (name: 'phone' | 'nina') =>
    renderToStaticMarkup(
      createElement(Question, {
        ...{ name, answers: {}, left: false, sent: false, onValue() {}, onLeave() {} },
        lists: { of: () => ({ options: [], loading: false }), trouble: undefined, retry() {} },
      }),
    )
  const example = (document: 'simcard' | 'attest') =>
    renderToStaticMarkup(createElement(Example, { document, identity: undefined }))
  return { phone: question('phone'), nina: question('nina'), sheet: example('simcard'), attest: example('attest') }
}

const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, words]) => [href, words])
const because = 'au nom d&#x27;un inconnu bloque le paiement'

test('a student finds each operator’s own check beside the phone number and the SIM sheet, and nowhere else', async () => {
  vi.stubEnv('VITE_SIM_CHECK_ORANGE', '*123#')
  vi.stubEnv('VITE_SIM_CHECK_TELECEL', '36000')
  const { phone, nina, sheet, attest } = await drawn()
  for (const html of [phone, sheet]) {
    expect(html).toContain(because)
    expect(links(html)).toEqual([
      ['tel:*123%23', 'Vérifier à quel nom est ma SIM (Orange : *123#)'],
      ['tel:36000', 'Vérifier à quel nom est ma SIM (Telecel : 36000)'],
    ])
  }
  for (const html of [nina, attest]) expect([links(html), html.includes(because)]).toEqual([[], false])
})

test('where no operator is set nothing is added', async () => {
  const { phone, sheet } = await drawn()
  for (const html of [phone, sheet]) expect([links(html), html.includes(because)]).toEqual([[], false])
})

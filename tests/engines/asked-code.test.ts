import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { code, student } from '../e2e/setup/answers.ts'
import { eventually } from '../e2e/setup/device.ts'
import { type OtherProvider, startOtherProvider } from '../e2e/setup/other-provider.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { button, documentState, field, giveDocument } from './setup/hands.ts'
import { inEachEngine } from './setup/journeys.ts'

let provider: OtherProvider
beforeAll(async () => {
  provider = await startOtherProvider()
})
beforeEach(() => provider.forget())
afterAll(() => provider.stop())

const { matricule } = student
const good = { actNaissV: '2', pieceIdV: '1', simCardV: '2', attestBacV: '0', photoBusteV: '2' }

inEachEngine(students => {
  test('a student who corrects gives the code that is asked for, and its right goes with each later photo', async () => {
    provider.asksForCodes = true
    provider.memory.files.set(matricule, { status: 0, msg: 'À reprendre.', matricule, ...good })
    const tab = await students.visit()
    await tab.open(`${provider.url}/reclamation/${matricule}`)
    await eventually(() => tab.run(() => document.querySelector('[name="attest"]') !== null, undefined)).toBe(true)
    await giveDocument(tab, 'attest', await smallPhoto('attest'))
    await documentState(tab, 'attest', 'queued')
    await tab.waitFor(field('otp'))
    expect(provider.memory.document(matricule, 'attest')).toBeUndefined()
    await tab.type(field('otp'), code)
    await tab.tap(button('Confirmer le code'))
    await documentState(tab, 'attest', 'sent')
    await giveDocument(tab, 'carteid', await smallPhoto('carteid'))
    await documentState(tab, 'carteid', 'sent')
    expect(provider.calls('etudiant/otp/valide')).toHaveLength(1)
    expect(provider.calls('etudiant/files/update/attest')).toHaveLength(2)
    expect(provider.calls('etudiant/files/update/carteid')).toHaveLength(1)
  })
})

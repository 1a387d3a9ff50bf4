import { expect, test } from 'vitest'
import { code } from '../e2e/setup/answers.ts'
import { completeAnswers } from '../e2e/setup/hands.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { alive, button, documentState, enrol, enterCode, giveDocument, installed } from './setup/hands.ts'
import { inEachEngine, networkFaults, ownProvider } from './setup/journeys.ts'

/** Where there is no dialog to install by, no badge and nothing that wakes a closed portal. */

const provider = ownProvider()

const invitation = { css: 'h2', text: 'Le portail comme une application' }

inEachEngine(students => {
  test('who leaves while a document waits is told to come back, is invited to nothing, and finds it gone', async () => {
    const tab = await students.visit({ lasting: true })
    await tab.open(`${provider.url}/register`)
    await enrol(tab, completeAnswers)
    await enterCode(tab, code)
    await installed(tab)
    students.allow(networkFaults)
    await provider.stop()
    await giveDocument(tab, 'attest', await smallPhoto('attest'))
    await documentState(tab, 'attest', 'queued')
    const told =
      "Fermé, le portail n'envoie rien depuis ce navigateur. Rouvrez-le quand vous aurez du réseau. À la prochaine ouverture, le portail vous dira quels documents sont arrivés."
    await tab.waitFor({ css: 'p.hint', text: told })
    expect(await tab.sees(button('Me prévenir quand tout est parti'))).toBe(false)

    await tab.open(`${provider.url}/home`)
    await alive(tab)
    await tab.waitFor({ css: 'main .button' })
    expect(await tab.sees(invitation)).toBe(false)

    await tab.open(`${provider.url}/envois`)
    await tab.waitFor({ css: 'p.hint', text: told })
    await provider.start()
    await tab.open(`${provider.url}/register`)
    await documentState(tab, 'attest', 'sent')
    expect(await tab.sees(button('Me prévenir quand tout est parti'))).toBe(false)
    expect(provider.calls('etudiant/files/upload')).toHaveLength(1)
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { code, student } from '../setup/answers.ts'
import { eventually, installed } from '../setup/device.ts'
import {
  completeAnswers,
  currentStep,
  documentState,
  enterCode,
  field,
  fillFirstStep,
  press,
  sendDocument,
  submit,
  toCode,
  waitsForNetwork,
} from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import type { Phone } from '../setup/phone.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

const save = 'etudiant/enrolement/add'
const confirmCode = 'etudiant/otp/valide'

async function withoutNetwork(page: Page): Promise<void> {
  await installed(page)
  await network.lose(page.context())
}

async function saveWithoutNetwork(page: Page): Promise<void> {
  await page.goto('/register')
  await fillFirstStep(page)
  await withoutNetwork(page)
  await submit(page)
  await waitsForNetwork(page).waitFor()
}

/** The battery is empty; the phone is started again, still without a network, and then there is one. */
async function killedAndBack(mine: Phone): Promise<Page> {
  await mine.kill()
  const { page, context } = await mine.start()
  await context.setOffline(true)
  await page.goto('/register')
  await waitsForNetwork(page).waitFor()
  await network.find(context)
  return page
}

describe('without a network a student may press on:', () => {
  test('saving waits visibly, survives a kill and is sent once', async () => {
    const mine = phone(network.url)
    const { page } = await mine.start()
    await saveWithoutNetwork(page)
    expect(await field(page, 'phone').isDisabled()).toBe(true)

    const again = await killedAndBack(mine)
    await field(again, 'otp').waitFor()
    expect(network.provider.calls(save).map(({ body }) => body.phone)).toEqual([completeAnswers.phone])
  })

  test('the code waits visibly, survives a kill, is sent once and never asked for again', async () => {
    const mine = phone(network.url)
    const { page } = await mine.start()
    await toCode(page)
    await withoutNetwork(page)
    await enterCode(page, code)
    await waitsForNetwork(page).waitFor()

    const again = await killedAndBack(mine)
    await field(again, 'attest').waitFor({ state: 'attached' })
    await again.reload()
    await field(again, 'attest').waitFor({ state: 'attached' })
    expect(await currentStep(again).textContent()).toContain('Documents')
    expect(network.provider.calls(confirmCode)).toHaveLength(1)
    expect(network.provider.calls(save)).toHaveLength(1)
  })
})

const { matricule } = student
const rejected = {
  status: 1,
  msg: 'Documents à reprendre',
  matricule,
  actNaissV: '2',
  pieceIdV: '2',
  simCardV: '2',
  attestBacV: '0',
  photoBusteV: '2',
}

test('a correction waits for the network with its photo and its last call, survives a kill and is sent once', async () => {
  network.provider.memory.files.set(matricule, rejected)
  const mine = phone(network.url)
  const { page, context } = await mine.start()
  await page.goto(`/reclamation/${matricule}`)
  await field(page, 'attest').waitFor({ state: 'attached' })
  await installed(page)
  await network.lose(context)
  await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
  await mine.kill()

  // Kept status answers say how old they are, and what was given stands beside them.
  const { page: again, context: offline } = await mine.start()
  await offline.setOffline(true)
  await again.goto(`/reclamation/${matricule}`)
  await again.getByText(/Sans réseau, voici le dernier état connu de votre dossier\. Dernière mise à jour /).waitFor()
  await documentState(again, 'attest', 'queued')
  await network.find(offline)
  await documentState(again, 'attest', 'sent')
  await network.link.set({ network: 'gone' })
  await press(again, 'Mettre à jour')
  await waitsForNetwork(again).waitFor()
  await mine.kill()
  await network.link.set({ network: 'there' })

  const { page: last } = await mine.start()
  await last.goto(`/reclamation/${matricule}`)
  await last.getByRole('heading', { name: 'Mise à jour effectuée' }).waitFor()
  await eventually(() => network.provider.calls('etudiant/enrolement/globalevalid').length).toBe(1)
  expect(network.provider.calls('etudiant/files/update/attest')).toHaveLength(1)
})

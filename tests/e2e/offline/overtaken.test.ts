import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { student } from '../setup/answers.ts'
import { eventually, installed, leaveToWorker, queue, stored } from '../setup/device.ts'
import { documentRow, giveDocument, openRow, press, pressInRow, sendDocument, waitsForNetwork } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** The final call of an update is short, its photos are not: what it overtakes must neither be lost nor be called done. */

const network = badNetwork()
const phone = phones(networkFaults, /status of 503/)

const { matricule } = student
const good = { actNaissV: '2', pieceIdV: '2', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
const rejected = { status: 0, msg: 'Deux documents à reprendre.', matricule, ...good, attestBacV: '0', pieceIdV: '0' }
const finalCall = 'etudiant/enrolement/globalevalid'
const finalCalls = () => network.provider.calls(finalCall).length
const arrivals = (type: string) => network.provider.memory.documents.get(`${matricule}/${type}`)?.length ?? 0

beforeEach(() => {
  network.provider.memory.files.set(matricule, rejected)
})

const open = (page: Page) => page.goto(`/reclamation/${matricule}`)

/** The attestation is there. */
async function withOneSent() {
  const { page, context } = await phone(network.url).start()
  await open(page)
  await sendDocument(page, 'attest', await smallPhoto('attest'))
  return { page, context }
}

/** The attestation is there, the card's photo waits for a provider that has no time for it. */
async function withOneWaiting() {
  const { page, context } = await withOneSent()
  network.provider.script('etudiant/files/update/carteid', { status: 503, headers: { 'Retry-After': '2' } })
  await giveDocument(page, 'carteid', await smallPhoto('carteid'))
  await eventually(() => network.provider.calls('etudiant/files/update/carteid').length).toBeGreaterThan(0)
  return { page, context }
}

async function expectUnderWay(page: Page) {
  await page.getByText('Votre mise à jour est reçue, mais toutes vos photos ne sont pas encore arrivées.').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/reclamation/${matricule}`)
  expect(arrivals('carteid')).toBe(0)
}

async function expectDone(page: Page) {
  await page.getByRole('heading', { name: 'Mise à jour effectuée' }).waitFor()
  await eventually(() => queue(page)).toEqual([])
  await eventually(() => stored(page, 'dossiers')).toEqual([])
  expect([finalCalls(), arrivals('attest')]).toEqual([1, 1])
}

describe('a photo that the final call has overtaken', () => {
  test('still goes, and only then is the student told that all is done', async () => {
    const { page } = await withOneWaiting()
    await press(page, 'Mettre à jour')
    await expectUnderWay(page)
    network.provider.behave()
    await expectDone(page)
    expect(arrivals('carteid')).toBe(1)
  })

  test('goes also when the worker was told of the end while no page was open', async () => {
    const { page, context } = await withOneWaiting()
    await installed(page)
    await network.lose(context)
    // The photo says the same of itself by now: its words are not the call's, which may still be on its way to the disk.
    await openRow(page, 'carteid')
    await documentRow(page, 'carteid').getByText('Partira dès que le réseau revient.').waitFor()
    expect(await waitsForNetwork(page).count()).toBe(0)
    await press(page, 'Mettre à jour')
    await waitsForNetwork(page).waitFor()
    await leaveToWorker(page, network)
    await eventually(async () => (await queue(page)).find(({ requestKey }) => requestKey === 'validate')?.state).toBe(
      'accepted',
    )

    await open(page)
    await expectUnderWay(page)
    network.provider.behave()
    await expectDone(page)
    expect(arrivals('carteid')).toBe(1)
  })
})

test('a photo that is being chosen while the final answer comes is taken and sent, too', async () => {
  const { page } = await withOneSent()
  let answer = () => {}
  const hold = new Promise<void>(resolve => {
    answer = resolve
  })
  network.provider.script(finalCall, { hold, times: 1 })
  await press(page, 'Mettre à jour')
  const chooser = page.waitForEvent('filechooser')
  await pressInRow(page, 'carteid', 'Choisir une photo')
  const gallery = await chooser
  answer()
  await expectUnderWay(page)
  await gallery.setFiles(await smallPhoto('carteid'))
  await expectDone(page)
  expect(arrivals('carteid')).toBe(1)
})

import { expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { student } from '../setup/answers.ts'
import { eventually, installed } from '../setup/device.ts'
import { documentState, field, press, sendDocument, waitsForNetwork } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

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

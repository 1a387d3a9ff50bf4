import { expect, test } from 'vitest'
import { documentsOf } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { builds } from '../setup/builds.ts'
import { installed } from '../setup/device.ts'
import { documentState, giveDocument, press, toDocuments, waitsForNetwork } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork(builds.reduced.dir)
const phone = phones(networkFaults)

const validation = 'etudiant/enrolement/globalevalid'

test('the final validation waits visibly for the network, survives a kill and is sent once (reading B)', async () => {
  const mine = phone(network.url)
  const { page, context } = await mine.start()
  await toDocuments(page, 'reduced')
  await installed(page)
  for (const type of documentsOf('reduced')) await giveDocument(page, type, await smallPhoto(type))
  for (const type of documentsOf('reduced')) await documentState(page, type, 'sent')
  await network.lose(context)
  await press(page, 'Continuer')
  await waitsForNetwork(page).waitFor()
  await mine.kill()
  expect(network.provider.calls(validation)).toEqual([])

  const { page: again } = await mine.start()
  await network.link.set({ network: 'there' })
  await again.goto('/register')
  await again.getByRole('heading', { name: 'Inscription terminée' }).waitFor()
  expect(network.provider.calls(validation)).toHaveLength(1)
})

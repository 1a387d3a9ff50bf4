import { expect, test } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossiers.ts'
import { eventually, installed, stored } from '../setup/device.ts'
import { draftResumed, field, fillFirstStep, valuesOf } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

test('a student whose phone goes out stands without a network where the wizard was: the person that was found, the box that was ticked', async () => {
  const mine = phone(network.url)
  const { page } = await mine.start()
  await page.goto('/register')
  await installed(page)
  await fillFirstStep(page)
  await eventually(async () => (await stored<Dossier>(page, 'dossiers'))[0]?.answers.attestation).toBe('oui')
  await mine.kill()
  await network.link.set({ network: 'gone' })

  const { page: again } = await mine.start()
  await again.goto('/register')
  await draftResumed(again).waitFor()
  const { matricule, nom, prenom } = network.provider.memory.students[0] ?? {}
  expect(await valuesOf(again, ['matricule', 'nom', 'prenom'])).toEqual({ matricule, nom, prenom })
  expect(await field(again, 'attestation').isChecked()).toBe(true)
  expect(await again.getByRole('button', { name: 'Continuer' }).isEnabled()).toBe(true)
  expect(network.provider.calls('etudiant/search/matricule')).toHaveLength(1)
})

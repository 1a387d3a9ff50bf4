import { test } from 'vitest'
import { eventually, leaveToWorker, stored } from '../setup/device.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import { leaveUnsent, lockButton, queuedBodies, share, toEncryptedDocuments } from './tablet.ts'

const network = badNetwork()
const phone = phones(networkFaults)

test('the worker alone sends what waits of a locked dossier, to the byte, while no page of the portal is open', async () => {
  const { page } = await phone(network.url).start()
  await share(page)
  await toEncryptedDocuments(page)
  await leaveUnsent(page, network)
  const bodies = await queuedBodies(page)
  await lockButton(page).click()
  await leaveToWorker(page, network)
  await eventually(() =>
    network.provider.calls('etudiant/files/upload').map(({ body }) => JSON.stringify(body)),
  ).toEqual(bodies)
  await eventually(() => stored(page, 'payloads')).toEqual([])
})

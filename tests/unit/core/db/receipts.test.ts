import { beforeEach, describe, expect, test } from 'vitest'
import { readDisk, readDossier, wipeDevice } from '../../setup/device.ts'
import { freshPage } from '../../setup/fresh-page.ts'
import { quickCodes } from '../../setup/quick-codes.ts'

quickCodes()
beforeEach(wipeDevice)

const portal = () =>
  freshPage(
    () => import('../../../../src/core/db/receipts.ts'),
    () => import('../../../../src/core/db/dossiers.ts'),
    () => import('../../../../src/core/db/create-encrypted.ts'),
    () => import('../../../../src/core/db/erase.ts'),
    () => import('../../../../src/core/db/shared-mode.ts'),
    () => import('../../../../src/core/db/unlock.ts'),
    () => import('../../../../src/outbox/encrypt-dossier.ts'),
    () => import('../../../../src/core/crypto/keyring.ts'),
  )

const file = (text: string) => new TextEncoder().encode(`%PDF\n${text}\n%%EOF`)
const aminata = { matricule: 'MA2025TR001', prenom: 'Aminata', nom: 'Traoré' }

const onDisk = async () => Object.keys((await readDisk()).device).filter(key => key.startsWith('receipt/'))

const told = async ({ listReceipts }: Awaited<ReturnType<typeof portal>>) => {
  const textOf = (file: BufferSource) => new TextDecoder().decode(file).split('\n')[1]
  return (await listReceipts()).map(({ matricule, prenom, at, file }) => [matricule, prenom, at, textOf(file)])
}

describe('the copy of a receipt', () => {
  test('is one for each student, the newest, also of who has no dossier here', async () => {
    const here = await portal()
    await here.keepReceipt(aminata.matricule, file('before her dossier'), 1)
    await here.saveDossier(here.newDossier('enrolment', 1, aminata))
    await here.keepReceipt(aminata.matricule, file('old'), 1)
    await here.keepReceipt('MA2025TR002', file('brother'), 2)
    await here.keepReceipt(aminata.matricule, file('new'), 3)
    expect(await told(here)).toEqual([
      [aminata.matricule, 'Aminata', 3, 'new'],
      ['MA2025TR002', '', 2, 'brother'],
    ])
    const [dossier] = (await here.listDossiers()).readable
    const isTold = () => here.hasReceipt(dossier?.id ?? '')
    expect(await isTold()).toBe(true)
    const [newest] = await here.listReceipts()
    if (newest) await here.eraseReceipt(newest.key)
    expect((await told(here)).map(([matricule]) => matricule)).toEqual(['MA2025TR002'])
    expect(await isTold()).toBe(false)
  })

  test('names nobody on the disk, and goes with its dossier', async () => {
    const here = await portal()
    const dossier = here.newDossier('enrolment', 1, aminata)
    await here.saveDossier(dossier)
    await here.keepReceipt(aminata.matricule, file('secret'), 1)
    await here.keepReceipt('MA2025TR002', file('brother'), 2)
    const keys = await onDisk()
    expect(keys).toHaveLength(2)
    expect(keys.join()).not.toMatch(/MA2025|Traor/)
    await here.eraseDossier(dossier.id)
    expect((await told(here)).map(([matricule]) => matricule)).toEqual(['MA2025TR002'])
  })

  test('on a shared device is of the dossier that is open, and of no other', async () => {
    const here = await portal()
    await here.keepReceipt('MA2025TR002', file('of before'), 1)
    await here.shareDevice()
    const { id } = await here.createEncrypted('enrolment', '480215', 2, aminata)
    expect(await told(here)).toEqual([])
    await expect(here.keepReceipt('MA2025TR003', file('of another'), 3)).rejects.toMatchObject({ name: 'LockedError' })
    await here.keepReceipt(aminata.matricule, file('sealed'), 4)
    expect(await told(here)).toEqual([[aminata.matricule, 'Aminata', 4, 'sealed']])
    here.lock()
    expect(await told(here)).toEqual([])
    await expect(here.keepReceipt(aminata.matricule, file('locked'), 5)).rejects.toMatchObject({ name: 'LockedError' })
    await here.tryCode(id, '480215', 6)
    expect(await told(here)).toHaveLength(1)
    await here.eraseDossier(id)
    await here.ownDevice()
    expect((await told(here)).map(([matricule]) => matricule)).toEqual(['MA2025TR002'])
  })

  test('goes under the code that its dossier is given', async () => {
    const here = await portal()
    const dossier = here.newDossier('enrolment', 1, aminata)
    await here.saveDossier(dossier)
    await here.keepReceipt(aminata.matricule, file('mine'), 1)
    await here.shareDevice()
    const id = (await here.protectDossier(await readDossier(dossier.id), '480215', 2)) ?? ''
    expect(await onDisk()).toEqual([expect.stringContaining(`receipt/${id}/`)])
    here.lock()
    expect(await told(here)).toEqual([])
    await here.tryCode(id, '480215', 3)
    expect(await told(here)).toEqual([[aminata.matricule, 'Aminata', 1, 'mine']])
  })

  test('is not written after everything was erased', async () => {
    const here = await portal()
    await here.keepReceipt(aminata.matricule, file('a'), 1)
    await here.eraseEverything()
    expect(await onDisk()).toEqual([])
    await expect(here.keepReceipt(aminata.matricule, file('b'), 2)).rejects.toMatchObject({ name: 'LockedError' })
    expect(await onDisk()).toEqual([])
  })
})

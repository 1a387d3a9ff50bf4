import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dossier } from '../../../../src/core/db/dossier.ts'
import { readDisk, wipeDevice } from '../../setup/device.ts'
import { freshPage } from '../../setup/fresh-page.ts'
import { quickCodes } from '../../setup/quick-codes.ts'

quickCodes()
const code = '480215'

/** Each tab has modules of its own; the disk and the channel between them are one. */
async function openTab() {
  const tab = await freshPage(
    () => import('../../../../src/core/db/dossiers.ts'),
    () => import('../../../../src/core/db/create-encrypted.ts'),
    () => import('../../../../src/core/db/shared-mode.ts'),
    () => import('../../../../src/core/db/unlock.ts'),
    () => import('../../../../src/core/crypto/keyring.ts'),
  )
  await tab.readMode()
  return tab
}
type Tab = Awaited<ReturnType<typeof openTab>>

/** Twenty changes by each tab at once. */
const changedBy = (tabs: Tab[], id: string) =>
  Promise.all(
    tabs.flatMap((tab, index) =>
      Array.from({ length: 20 }, (_, number) => tab.changeDossier(id, adding({ [`${index}/${number}`]: 'x' }))),
    ),
  )
const adding =
  (answers: Record<string, string>) =>
  (stored: Dossier | undefined): Dossier | undefined =>
    stored && { ...stored, answers: { ...stored.answers, ...answers } }

beforeEach(wipeDevice)

describe('two tabs that write to one draft', () => {
  test('lose nothing of each other, however their writes fall', async () => {
    const [first, second] = [await openTab(), await openTab()]
    const dossier = first.newDossier('enrolment', 1)
    await first.saveDossier(dossier)
    await changedBy([first, second], dossier.id)
    expect(Object.keys((await first.openEnrolment()).draft?.answers ?? {})).toHaveLength(40)
  })

  test('lose nothing of each other in an encrypted one, whose cipher no transaction waits for', async () => {
    const first = await openTab()
    await first.shareDevice()
    const second = await openTab()
    const { id } = await first.createEncrypted('enrolment', code, 1)
    expect(await second.tryCode(id, code, 2)).toMatchObject({ kind: 'opened' })
    await changedBy([first, second], id)
    expect(Object.keys((await first.openEnrolment()).draft?.answers ?? {})).toHaveLength(40)
    expect(JSON.stringify(await readDisk())).not.toContain('1/7')
  })

  test('hear of each other’s changes, and of nothing where nothing was written', async () => {
    const [mine, theirs] = [await openTab(), await openTab()]
    const heard = vi.fn()
    theirs.onNotice(({ kind }) => heard(kind))
    const dossier = mine.newDossier('enrolment', 1, { phone: '1' })
    await mine.saveDossier(dossier)
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['draft']]))
    const before = await readDisk()
    expect(await mine.changeDossier(dossier.id, stored => stored)).toMatchObject(dossier)
    expect(await mine.changeDossier('nobody', stored => stored)).toBeUndefined()
    await mine.changeDossier(dossier.id, adding({ phone: '2' }))
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['draft'], ['draft']]))
    expect(before.dossiers).toMatchObject({ [dossier.id]: dossier })
  })
})

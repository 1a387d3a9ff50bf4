import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lock } from '../../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../../src/core/db/create-encrypted.ts'
import { writeTogether } from '../../../../src/core/db/database.ts'
import { correctionOf, listDossiers, newDossier, openEnrolment, saveDossier } from '../../../../src/core/db/dossiers.ts'
import { listEncrypted } from '../../../../src/core/db/encrypted-dossiers.ts'
import { eraseDossier } from '../../../../src/core/db/erase.ts'
import { ownDevice, readMode, shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { keepSourceFile, sourceFileOf } from '../../../../src/core/db/source-files.ts'
import { tryCode } from '../../../../src/core/db/unlock.ts'
import { encryptDossier } from '../../../../src/outbox/encrypt-dossier.ts'
import { onFreshDevice, readDisk, readDossier } from '../../setup/device.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { trace } from '../../setup/trace.ts'

quickCodes()
const code = '480215'
const answers = { prenom: 'Aminata', nom: 'Traoré', phone: '76543210', matricule: 'ML202600042' }
const bytes = new TextEncoder().encode('photo of Aminata').buffer
const sourceFile = { bytes, name: 'aminata.jpg', type: 'image/jpeg', at: 3, revision: 'p' }

freshLocalStorage()
onFreshDevice()
beforeEach(() => shareDevice())

/** A dossier with answers and a picked file, locked. */
async function encryptedDossier(): Promise<string> {
  const dossier = await createEncrypted('enrolment', code, 1)
  await saveDossier({ ...dossier, savedAt: 5, answers })
  await keepSourceFile(dossier.id, 'attest', sourceFile)
  lock()
  return dossier.id
}

describe('an encrypted dossier', () => {
  test('lies on the disk as initials, a time and what nobody can read', async () => {
    const id = await encryptedDossier()
    const disk = await readDisk()
    const row = disk.dossiers[id] as object
    const names = 'ciphertext encrypted guesses id initials iterations iv revision salt savedAt shape wrappedKey'
    expect(Object.keys(row).sort().join(' ')).toBe(names)
    expect(row).toMatchObject({ id, encrypted: true, initials: 'A. T.', savedAt: 5, guesses: { count: 0, until: 0 } })
    expect(trace(disk, ['Aminata', 'aminata', 'Traoré', '76543210', 'ML202600042'])).toEqual([])
  })

  test('is listed without being opened, the newest first', async () => {
    const id = await encryptedDossier()
    await createEncrypted('enrolment', code, 9)
    lock()
    expect((await listEncrypted()).map(({ initials, savedAt }) => [initials, savedAt])).toEqual([
      ['', 9],
      ['A. T.', 5],
    ])
    expect((await listDossiers()).readable).toEqual([])
    expect(await openEnrolment()).toMatchObject({ draft: undefined })
    expect(id).toMatch(/^encrypted-/)
  })

  test('comes back as it was with its code, the picked file to the byte', async () => {
    const id = await encryptedDossier()
    expect(await tryCode(id, code, 10)).toMatchObject({ kind: 'opened', dossier: { id, answers } })
    expect((await openEnrolment()).draft).toMatchObject({ id, answers })
    expect(await sourceFileOf(id, 'attest')).toEqual(sourceFile)
  })

  test('can neither be read nor written while it is locked', async () => {
    const id = await encryptedDossier()
    const before = await readDisk()
    await expect(sourceFileOf(id, 'attest')).rejects.toMatchObject({ name: 'LockedError' })
    const draft = { ...newDossier('enrolment', 1, answers), id }
    await expect(saveDossier(draft)).rejects.toMatchObject({ name: 'LockedError' })
    expect(await readDisk()).toEqual(before)
  })

  test('keeps the answer that was typed in the moment of the lock', async () => {
    const dossier = await createEncrypted('enrolment', code, 1)
    const saving = saveDossier({ ...dossier, savedAt: 2, answers })
    lock()
    await saving
    expect(await tryCode(dossier.id, code, 10)).toMatchObject({ dossier: { answers } })
  })

  test('ends with what was typed last, however long each cipher takes', async () => {
    const dossier = await createEncrypted('enrolment', code, 1)
    const long = { nom: 'x'.repeat(2_000_000) }
    await Promise.all([saveDossier({ ...dossier, answers: long }), saveDossier({ ...dossier, answers })])
    expect((await openEnrolment()).draft?.answers).toEqual(answers)
  })

  test('that was erased is not written again by a page that still had it', async () => {
    const dossier = await createEncrypted('enrolment', code, 1)
    await eraseDossier(dossier.id)
    await expect(saveDossier({ ...dossier, answers })).rejects.toMatchObject({ name: 'LockedError' })
    expect((await readDisk()).dossiers).toEqual({})
  })

  test('of a correction is found by its matricule once it is open', async () => {
    const { id } = await createEncrypted('correction', code, 1, { matricule: 'ML202600042' })
    expect(await correctionOf('ML202600042')).toMatchObject({ id })
    lock()
    expect(await correctionOf('ML202600042')).toBeUndefined()
  })

  test('does not open in place of another one', async () => {
    const first = await encryptedDossier()
    const { id: second } = await createEncrypted('enrolment', '739104', 1)
    lock()
    const rows = (await readDisk()).dossiers as Record<string, object>
    await writeTogether(['dossiers'], ({ dossiers }) => dossiers.put({ ...rows[second], id: first }, first))
    expect(await tryCode(first, '739104', 10)).toEqual({ kind: 'altered' })
  })
})

describe('a shared device', () => {
  test('does not pass for somebody’s own while its database can’t be read', async () => {
    vi.resetModules()
    const page = await import('../../../../src/core/db/shared-mode.ts')
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('Broken.', 'UnknownError')
    })
    expect(page.currentMode()).toBe('unknown')
    const reading = page.readMode()
    expect(page.currentMode()).toBe('shared')
    broken.mockRestore()
    expect(await reading).toBe('shared')
  })

  test('is nobody’s own again before its last encrypted dossier is gone', async () => {
    const id = await encryptedDossier()
    expect(await ownDevice()).toBe(false)
    expect(await readMode()).toBe('shared')
    await eraseDossier(id)
    expect(await ownDevice()).toBe(true)
    expect(await readMode()).toBe('own')
  })
})

describe('wrong codes', () => {
  const wrongly = (id: string, now: number) => tryCode(id, '000001', now)
  const farApart = 10 ** 9

  test('are told, and the fourth has to wait; the right one is not looked at meanwhile', async () => {
    const id = await encryptedDossier()
    for (const count of [1, 2]) expect(await wrongly(id, 100)).toEqual({ kind: 'wrong', wrong: { count, until: 100 } })
    expect(await wrongly(id, 100)).toEqual({ kind: 'wrong', wrong: { count: 3, until: 30_100 } })
    expect(await tryCode(id, code, 30_099)).toEqual({ kind: 'waits', wrong: { count: 3, until: 30_100 } })
    expect(await wrongly(id, 30_100)).toEqual({ kind: 'wrong', wrong: { count: 4, until: 90_100 } })
    expect(await tryCode(id, code, 90_100)).toMatchObject({ kind: 'opened' })
    expect((await listEncrypted())[0]?.guesses).toEqual({ count: 0, until: 0 })
  })

  test('erase the draft with the tenth, and its picked files', async () => {
    const id = await encryptedDossier()
    for (let count = 1; count < 10; count++)
      expect(await wrongly(id, count * farApart)).toMatchObject({ kind: 'wrong', wrong: { count } })
    expect(await wrongly(id, 10 * farApart)).toEqual({ kind: 'erased' })
    const { dossiers, sourceFiles } = await readDisk()
    expect([dossiers, sourceFiles]).toEqual([{}, {}])
    expect(await tryCode(id, code, 11 * farApart)).toEqual({ kind: 'gone' })
  })

  test('are not forgotten when the page is killed between counting and looking', async () => {
    const id = await encryptedDossier()
    const killed = () => Promise.reject(new Error('killed'))
    const derive = vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation(killed)
    for (let attempt = 1; attempt <= 10; attempt++)
      await expect(tryCode(id, code, attempt * farApart)).rejects.toThrow('killed')
    derive.mockRestore()
    expect(await tryCode(id, code, 11 * farApart)).toEqual({ kind: 'erased' })
  })
})

test('an encrypted dossier counts as touched when it is given a code, and once that has opened it, not by a wrong one', async () => {
  await ownDevice()
  const unencrypted = newDossier('enrolment', 1)
  await saveDossier(unencrypted)
  const id = (await encryptDossier(await readDossier(unencrypted.id), code, 20)) ?? ''
  const touchedAt = async () => (await listEncrypted()).map(({ savedAt }) => savedAt)
  expect(await touchedAt()).toEqual([20])
  lock()
  await tryCode(id, '739104', 30)
  expect(await touchedAt()).toEqual([20])
  await tryCode(id, code, 31)
  expect(await touchedAt()).toEqual([31])
})

import { beforeEach, describe, expect, test } from 'vitest'
import { lock } from '../../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../../src/core/db/create-encrypted.ts'
import { writeTogether } from '../../../../src/core/db/database.ts'
import { saveDossier } from '../../../../src/core/db/dossiers.ts'
import { eraseDossier } from '../../../../src/core/db/erase.ts'
import { shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { tryCode, waitOf } from '../../../../src/core/db/unlock.ts'
import { killed } from '../../setup/crash.ts'
import { onFreshDevice, readDisk } from '../../setup/device.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { openTab } from '../../setup/tab.ts'

/** Who edits the rows by hand gets no guess for it, and who doesn't loses nothing. */

quickCodes()
const code = 'mangue sirop lune'
const answers = { prenom: 'Aminata', nom: 'Traoré' }

onFreshDevice()
beforeEach(() => shareDevice())

async function encryptedDossier(): Promise<string> {
  const dossier = await createEncrypted('enrolment', code, 1)
  await saveDossier({ ...dossier, savedAt: 5, answers })
  lock()
  return dossier.id
}

const rowOf = async (id: string) => (await readDisk()).dossiers[id] as { guesses: { count: number; until: number } }

/** Past the portal. */
const put = (row: object, id: string) => writeTogether(['dossiers'], ({ dossiers }) => dossiers.put(row, id))

const wrongly = (id: string, now: number) => tryCode(id, 'autre code', now)
const opened = { kind: 'opened', dossier: { answers } }

describe('a count of wrong codes that was changed by hand', () => {
  test.each([
    ['the count', { count: 0, until: 30_010 }],
    ['the end of the pause', { count: 3, until: 0 }],
    ['both', { count: 0, until: 0 }],
  ])('(%s) opens nothing any more, not with the right code either', async (_, guesses) => {
    const id = await encryptedDossier()
    for (let count = 0; count < 3; count++) await wrongly(id, 10)
    const row = await rowOf(id)
    await put({ ...row, guesses }, id)
    expect(await tryCode(id, code, 10 ** 9)).toEqual({ kind: 'altered' })
    expect(await wrongly(id, 10 ** 9)).toEqual({ kind: 'altered' })
    expect(await waitOf(id, 10)).toEqual({ count: 0, until: 0 })
    // It stays where it is: what is gone is the way in.
    expect(Object.keys((await readDisk()).dossiers)).toEqual([id])
  })

  test('is no way round: a copy of the row from before opens nothing either', async () => {
    const id = await encryptedDossier()
    const before = await rowOf(id)
    await wrongly(id, 10)
    await put(before, id)
    expect(await tryCode(id, code, 10 ** 9)).toEqual({ kind: 'altered' })
  })

  test('nor is a row without a count', async () => {
    const id = await encryptedDossier()
    await wrongly(id, 10)
    const { guesses: _, ...row } = await rowOf(id)
    await put(row, id)
    expect(await tryCode(id, code, 20)).toEqual({ kind: 'altered' })
  })
})

describe('a student who only mistypes', () => {
  test('comes in, and begins from none again', async () => {
    const id = await encryptedDossier()
    await wrongly(id, 10)
    await wrongly(id, 20)
    expect(await tryCode(id, 'Mangue-Sirop-LUNE ', 30)).toMatchObject(opened)
    lock()
    expect((await rowOf(id)).guesses).toEqual({ count: 0, until: 0 })
    expect(await wrongly(id, 40)).toMatchObject({ wrong: { count: 1 } })
    expect(await tryCode(id, code, 50)).toMatchObject(opened)
  })

  test('comes in at whichever write the page was killed, and no attempt is free', async () => {
    const lives = { wrong: (id: string) => wrongly(id, 20), right: (id: string) => tryCode(id, code, 20) }
    for (const [name, life] of Object.entries(lives)) {
      const { writes } = await killed({ at: 0, asked: true }, async () => life(await encryptedDossier()))
      expect(writes).toBeGreaterThan(0)
      for (let at = 1; at <= writes; at++) {
        const id = await encryptedDossier()
        await killed({ at, asked: true }, () => life(id))
        lock()
        const { count } = (await rowOf(id)).guesses
        expect(count, `${name} at ${at}`).toBeLessThanOrEqual(1)
        expect(await tryCode(id, code, 30), `${name} at ${at}`).toMatchObject(opened)
        lock()
      }
    }
  })

  test('and another tab at once are both counted, and lose nothing', async () => {
    const id = await encryptedDossier()
    const tabs = [await openTab(), await openTab()]
    const tried = await Promise.all(tabs.flatMap(tab => [tab.tryCode(id, 'non', 1), tab.tryCode(id, 'non plus', 1)]))
    expect(tried.map(({ kind }) => kind).sort()).toEqual(['waits', 'wrong', 'wrong', 'wrong'])
    expect((await rowOf(id)).guesses.count).toBe(3)
    expect(await tryCode(id, code, 10 ** 6)).toMatchObject(opened)
  })

  test('writes an answer while another tab counts, and keeps it', async () => {
    const dossier = await createEncrypted('enrolment', code, 1)
    const other = await openTab()
    await Promise.all([other.tryCode(dossier.id, 'non', 2), saveDossier({ ...dossier, savedAt: 3, answers })])
    lock()
    expect((await rowOf(dossier.id)).guesses.count).toBe(1)
    expect(await tryCode(dossier.id, code, 9)).toMatchObject(opened)
  })

  test('whose clock was set back waits the whole pause, which is bound anew', async () => {
    const id = await encryptedDossier()
    for (let count = 0; count < 3; count++) await wrongly(id, 10 ** 9)
    expect(await waitOf(id, 5)).toEqual({ count: 3, until: 30_005 })
    expect(await tryCode(id, code, 30_005)).toMatchObject(opened)
  })

  test('erases it with all that was kept for its code', async () => {
    const id = await encryptedDossier()
    expect(Object.keys((await readDisk()).device)).toContain(`guess-key/${id}`)
    await eraseDossier(id)
    expect(Object.keys((await readDisk()).device).filter(key => key.includes(id))).toEqual([])
  })
})

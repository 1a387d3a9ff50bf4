import { beforeEach, describe, expect, test, vi } from 'vitest'
import { writeTogether } from '../../../../src/core/db/database.ts'
import {
  correctionOf,
  type Dossier,
  listDossiers,
  newDossier,
  openEnrolment,
  saveDossier,
} from '../../../../src/core/db/dossiers.ts'
import { eraseDossier } from '../../../../src/core/db/erase.ts'
import { keepReceived } from '../../../../src/core/db/received.ts'
import {
  forgetSourceFile,
  keepSourceFile,
  keptSourceFiles,
  sourceFileOf,
  unqueuedDocuments,
} from '../../../../src/core/db/source-files.ts'
import { readDisk, wipeDevice } from '../../setup/device.ts'
import { freshLocalStorage } from '../../setup/local-storage.ts'

const box = freshLocalStorage()

beforeEach(wipeDevice)

const draft = (savedAt: number, change: Partial<Dossier> = {}): Dossier => {
  return { ...newDossier('enrolment', 1, { nom: 'Traoré' }), savedAt, ...change }
}

test('photos that are not queued are known by their dossiers, without files from other apps and what another device sends', async () => {
  const [mine, away] = [draft(5), draft(6, { transferred: { at: 6, id: 'parcel' } })]
  const photo = { bytes: new ArrayBuffer(1), name: 'a.jpg', type: 'image/jpeg', at: 5 }
  for (const dossier of [mine, away]) await saveDossier(dossier)
  await keepSourceFile(mine.id, 'attest', photo)
  await keepSourceFile(mine.id, 'simcard', photo)
  await keepSourceFile(away.id, 'attest', photo)
  await keepReceived([{ name: 'a.jpg', type: 'image/jpeg', bytes: new ArrayBuffer(1) }], 5)
  expect((await unqueuedDocuments()).sort()).toEqual([`${mine.id}/attest`, `${mine.id}/simcard`])
})

describe('a draft', () => {
  test('begins empty, with an id of its own', () => {
    const first = newDossier('enrolment', 7)
    expect(first).toMatchObject({ kind: 'enrolment', shape: 1, createdAt: 7, savedAt: 7, answers: {} })
    expect(newDossier('enrolment', 7).id).not.toBe(first.id)
  })

  test('comes back as it was saved, and is replaced by its newer self, not doubled', async () => {
    const saved = draft(5, { lookedUp: '{"anneeBac":"2025"}' })
    await saveDossier(saved)
    expect((await openEnrolment()).draft).toMatchObject(saved)
    await saveDossier({ ...saved, savedAt: 6, answers: { nom: 'Diallo' } })
    expect((await listDossiers()).readable).toMatchObject([{ savedAt: 6, answers: { nom: 'Diallo' } }])
  })

  test('that was saved last is gone on with; a closed one and a correction are not', async () => {
    const [old, last] = [draft(5), draft(9)]
    for (const dossier of [last, old, draft(11, { closed: true }), draft(12, { kind: 'correction' })])
      await saveDossier(dossier)
    expect((await openEnrolment()).draft?.id).toBe(last.id)
    expect((await listDossiers()).readable.map(({ savedAt }) => savedAt)).toEqual([12, 11, 9, 5])
  })
})

describe('a draft that this build can’t read', () => {
  test.each([
    ['a newer shape', { ...draft(1), shape: 2 }],
    ['an answer that is no text', { ...draft(1), answers: { nom: 7 } }],
    ['no answers', { ...draft(1), answers: undefined }],
    ['a kind that nobody knows', { ...draft(1), kind: 'loan' }],
    ['a bare text', 'draft'],
  ])('because of %s stays where it is, and is counted', async (_, value) => {
    await writeTogether(['dossiers'], ({ dossiers }) => dossiers.put(value, 'x'))
    expect(await openEnrolment()).toEqual({ draft: undefined, wiped: false })
    expect((await readDisk()).dossiers).toEqual({ x: value })
  })
})

describe('a browser that wiped the storage', () => {
  test('is told from one in which nothing was ever kept', async () => {
    expect((await openEnrolment()).wiped).toBe(false)
    await saveDossier(draft(1))
    expect((await openEnrolment()).wiped).toBe(false)
    await wipeDevice()
    expect((await openEnrolment()).wiped).toBe(true)
  })

  test('is not suspected once the last dossier was erased on purpose, and the others stay until then', async () => {
    const [first, second] = [draft(1), draft(2)]
    await saveDossier(first)
    await saveDossier(second)
    await eraseDossier(first.id)
    expect((await listDossiers()).readable).toMatchObject([second])
    expect([...box.values()]).toEqual(['1'])
    await eraseDossier(second.id)
    expect((await openEnrolment()).wiped).toBe(false)
  })

  test('costs nothing but that knowledge where cookies are blocked', async () => {
    const setItem = () => {
      throw new DOMException('Blocked.', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { ...localStorage, setItem })
    const saved = draft(1)
    await saveDossier(saved)
    expect((await openEnrolment()).draft).toMatchObject(saved)
  })
})

test('a correction is found again by its matricule', async () => {
  const correction = newDossier('correction', 1, { matricule: 'ML202600042' })
  await saveDossier(correction)
  await saveDossier(draft(9, { answers: { matricule: 'ML202600043' } }))
  expect(await correctionOf('ML202600042')).toMatchObject(correction)
  expect(await correctionOf('ML202600043')).toBeUndefined()
})

describe('a picked file', () => {
  const sourceFile = { bytes: new Uint8Array([255, 216, 255]).buffer, name: 'acte.jpg', type: 'image/jpeg', at: 3 }

  test('comes back to the byte, for its dossier and document alone', async () => {
    await keepSourceFile('a', 'attest', sourceFile)
    expect(await sourceFileOf('a', 'attest')).toEqual(sourceFile)
    expect(await sourceFileOf('a', 'carteid')).toBeUndefined()
    expect(await sourceFileOf('b', 'attest')).toBeUndefined()
  })

  test('is listed in the order of the documents, without reading one photo', async () => {
    await keepSourceFile('a', 'simcard', sourceFile)
    await keepSourceFile('a', 'actenaiss', sourceFile)
    await keepSourceFile('b', 'carteid', sourceFile)
    const reads = [vi.spyOn(IDBObjectStore.prototype, 'get'), vi.spyOn(IDBObjectStore.prototype, 'getAll')]
    expect(await keptSourceFiles('a')).toEqual(['actenaiss', 'simcard'])
    for (const read of reads) expect(read).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test('is gone once it is forgotten, and one that is newer than the one to forget stays', async () => {
    await keepSourceFile('a', 'attest', { ...sourceFile, revision: 'second' })
    await forgetSourceFile('a', 'attest', 'first')
    expect(await keptSourceFiles('a')).toEqual(['attest'])
    await forgetSourceFile('a', 'attest', 'second')
    expect(await keptSourceFiles('a')).toEqual([])
    await keepSourceFile('a', 'attest', sourceFile)
    await forgetSourceFile('a', 'attest')
    expect(await keptSourceFiles('a')).toEqual([])
  })
})

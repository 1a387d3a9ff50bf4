import { afterEach, describe, expect, test, vi } from 'vitest'
import { newDossier } from '../../../src/core/db/dossiers.ts'
import { keptSourceFiles, sourceFileOf } from '../../../src/core/db/source-files.ts'
import { silentMs } from '../../../src/core/db/within.ts'
import { type Picked, pickFile } from '../../../src/documents/pick.ts'
import { preparePicked } from '../../../src/documents/prepare.ts'
import { notKeptMessage } from '../../../src/documents/text.ts'
import { maxUploadBytes } from '../../../src/spec/documents.ts'
import { onFreshDevice } from '../setup/device.ts'
import { failingReads } from '../setup/failing-disk.ts'
import { freshPage } from '../setup/fresh-page.ts'
import { passTime } from '../setup/pass-time.ts'

onFreshDevice()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const dossierOf = (matricule: string) => ({ ...newDossier('correction', 1, { matricule }), id: 'a' })
const student = dossierOf('ML202600042')
const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'acte.jpg', { type: 'image/jpeg' })
const tooLarge = 'Fichier selectionné trop volumineux. Au plus 5Mo'
const open = new AbortController().signal

describe('a file that a student picks', () => {
  test('is on the disk before anything else, to the byte', async () => {
    const picked = await pickFile(new File(['photo'], 'acte.jpg', { type: 'image/jpeg' }), student, 'attest', open)
    const kept = await sourceFileOf('a', 'attest')
    expect(kept).toMatchObject({ name: 'acte.jpg', type: 'image/jpeg' })
    expect(new TextDecoder().decode(kept?.bytes)).toBe('photo')
    expect(picked).toMatchObject({ bytes: kept?.bytes, revision: kept?.revision })
  })

  test('may have exactly 5120 KB', async () => {
    const picked = await pickFile(fileOf(maxUploadBytes), student, 'attest', open)
    expect(picked).toMatchObject({ revision: expect.any(String) })
  })

  test.each([
    ['above 5120 KB', fileOf(maxUploadBytes + 1), student, tooLarge],
    ['too large, before the matricule', fileOf(maxUploadBytes + 1), dossierOf(''), tooLarge],
    ['for no matricule', fileOf(9), dossierOf(''), "Renseigner correctement le champ matricule à l'étape 1."],
  ])('%s is told so and not kept', async (_, file, dossier, message) => {
    expect(await pickFile(file, dossier, 'attest', open)).toBe(message)
    expect(await keptSourceFiles('a')).toEqual([])
  })

  test('that the phone has taken away meanwhile is told', async () => {
    const gone = fileOf(9)
    gone.arrayBuffer = () => Promise.reject(new DOMException('Gone.', 'NotReadableError'))
    expect(await pickFile(gone, student, 'attest', open)).toMatch(/^Cette photo n'a pas pu être lue/)
  })

  test('is taken also when the disk has no room for its copy', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full.', 'QuotaExceededError')
    })
    const picked = await pickFile(fileOf(9), student, 'attest', open)
    expect(picked).toMatchObject({ bytes: new ArrayBuffer(9), picture: expect.any(Blob) })
    expect(picked).not.toHaveProperty('revision')
  })

  test('is on the disk, and prepared in advance, where the disk answers no list', async () => {
    const page = await freshPage(
      () => import('../../../src/core/db/patience.page.ts'),
      () => import('../../../src/documents/pick.ts'),
    )
    page.bePatient(() => new Promise(() => {}))
    const lists = failingReads('getAll', 'queue', () => true)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const picked = page.pickFile(fileOf(9), { ...student, kind: 'enrolment' }, 'attest', open)
    await passTime(silentMs + 1_000)
    vi.useRealTimers()
    lists.mockRestore()
    expect(await picked).toMatchObject({ revision: expect.any(String) })
    expect((await picked) as Picked).not.toHaveProperty('to.matricule')
    expect(await keptSourceFiles('a')).toEqual(['attest'])
  })

  test.each([
    ['waits for the code that prepares it, where it is on the disk', 'p', { kept: false, postponed: true }],
    ['must be given again where it is not', undefined, { kept: false, fault: notKeptMessage }],
  ])('%s', async (_, revision, taken) => {
    // Node has neither workers of this kind nor the files that they are made from.
    const bytes = new ArrayBuffer(9)
    const to = { dossier: 'a', kind: 'correction', document: 'attest', matricule: 'ML202600042' } as const
    const picked = { bytes, picture: new Blob([bytes]), to, ...(revision ? { revision } : {}) }
    expect(await preparePicked(picked, open)).toEqual(taken)
  })

  test('is not copied over a newer one', async () => {
    await pickFile(new File(['newer'], 'b.jpg'), student, 'attest', open)
    await pickFile(new File(['older'], 'a.jpg'), student, 'attest', AbortSignal.abort())
    expect((await sourceFileOf('a', 'attest'))?.name).toBe('b.jpg')
  })
})

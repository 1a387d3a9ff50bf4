import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keptSourceFiles, sourceFileOf } from '../../../src/core/db/source-files.ts'
import { keepPicked, preparePicked } from '../../../src/documents/prepare.ts'
import { notKeptMessage } from '../../../src/documents/text.ts'
import type { Outgoing } from '../../../src/documents/upload-target.ts'
import { maxUploadBytes } from '../../../src/spec/documents.ts'
import { wipeDevice } from '../setup/device.ts'

beforeEach(wipeDevice)
afterEach(() => {
  vi.restoreAllMocks()
})

const to = (matricule: string): Outgoing => ({
  dossier: 'a',
  matricule,
  request: (type, image) => ({ endpoint: 'uploadDocument', body: { matricule, type, image } }),
})
const student = to('ML202600042')
const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'acte.jpg', { type: 'image/jpeg' })
const open = new AbortController().signal

describe('a file that a student picks', () => {
  test('is on the disk before anything else, to the byte', async () => {
    const picked = await keepPicked(new File(['photo'], 'acte.jpg', { type: 'image/jpeg' }), 'attest', student, open)
    const kept = await sourceFileOf('a', 'attest')
    expect(kept).toMatchObject({ name: 'acte.jpg', type: 'image/jpeg' })
    expect(new TextDecoder().decode(kept?.bytes)).toBe('photo')
    expect(picked).toMatchObject({ bytes: kept?.bytes, revision: kept?.revision })
  })

  test('may have exactly 5120 KB', async () => {
    expect(await keepPicked(fileOf(maxUploadBytes), 'attest', student, open)).toMatchObject({
      revision: expect.any(String),
    })
  })

  test.each([
    ['above 5120 KB', fileOf(maxUploadBytes + 1), student, 'Fichier selectionné trop volumineux. Au plus 5Mo'],
    [
      'too large, before the matricule',
      fileOf(maxUploadBytes + 1),
      to(''),
      'Fichier selectionné trop volumineux. Au plus 5Mo',
    ],
    ['for no matricule', fileOf(9), to(''), "Renseigner correctement le champ matricule à l'étape 1."],
  ])('%s is told so and not kept', async (_, file, uploadTarget, message) => {
    expect(await keepPicked(file, 'attest', uploadTarget, open)).toBe(message)
    expect(await keptSourceFiles('a')).toEqual([])
  })

  test('that the phone has taken away meanwhile is told', async () => {
    const gone = fileOf(9)
    gone.arrayBuffer = () => Promise.reject(new DOMException('Gone.', 'NotReadableError'))
    expect(await keepPicked(gone, 'attest', student, open)).toMatch(/^Cette photo n'a pas pu être lue/)
  })

  test('is taken also when the disk has no room for its copy', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full.', 'QuotaExceededError')
    })
    const picked = await keepPicked(fileOf(9), 'attest', student, open)
    expect(picked).toEqual({ bytes: new ArrayBuffer(9), picture: expect.any(Blob) })
  })

  test.each([
    ['waits for the code that prepares it, where it is on the disk', 'p', { kept: false, postponed: true }],
    ['must be given again where it is not', undefined, { kept: false, fault: notKeptMessage }],
  ])('%s', async (_, revision, taken) => {
    // Node has neither workers of this kind nor the files that they are made from.
    const bytes = new ArrayBuffer(9)
    const picked = { bytes, picture: new Blob([bytes]), ...(revision ? { revision } : {}) }
    expect(await preparePicked(picked, 'attest', student, open)).toEqual(taken)
  })

  test('is not copied over a newer one', async () => {
    await keepPicked(new File(['newer'], 'b.jpg'), 'attest', student, open)
    await keepPicked(new File(['older'], 'a.jpg'), 'attest', student, AbortSignal.abort())
    expect((await sourceFileOf('a', 'attest'))?.name).toBe('b.jpg')
  })
})

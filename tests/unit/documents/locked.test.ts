import { describe, expect, test } from 'vitest'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { keepSourceFile, keptSourceFiles } from '../../../src/core/db/source-files.ts'
import { pickFile, withdrawPhoto } from '../../../src/documents/pick.ts'
import { itemsOf } from '../../../src/outbox/items.ts'
import { onFreshDevice } from '../setup/device.ts'
import { quickCodes } from '../setup/quick-codes.ts'
import { sourceFile } from '../setup/requests.ts'

quickCodes()
onFreshDevice()

const encrypted = () => createEncrypted('correction', '480215', 1, { matricule: 'ML202600042' })

describe('while another tab locks the dossier', () => {
  test('a photo that is being picked is taken all the same, only its copy is not kept', async () => {
    const dossier = await encrypted()
    const file = new File([new Uint8Array(9)], 'acte.jpg', { type: 'image/jpeg' })
    const unsaved = pickFile(file, dossier, 'attest', new AbortController().signal)
    lock()
    const picked = await unsaved
    expect(picked).toMatchObject({ bytes: new ArrayBuffer(9), picture: expect.any(Blob) })
    expect(picked).not.toHaveProperty('revision')
    expect(await keptSourceFiles(dossier.id)).toEqual([])
  })

  test('a photo is taken back though nobody can open it', async () => {
    const dossier = await encrypted()
    await keepSourceFile(dossier.id, 'attest', { ...sourceFile, revision: 'p' })
    lock()
    await withdrawPhoto(dossier.id, 'attest')
    expect(await keptSourceFiles(dossier.id)).toEqual([])
    expect(await itemsOf(dossier.id)).toEqual([])
  })
})

test('taking a photo back where none was picked changes nothing', async () => {
  const dossier = await encrypted()
  await keepSourceFile(dossier.id, 'carteid', { ...sourceFile, revision: 'p' })
  await withdrawPhoto(dossier.id, 'attest')
  expect(await keptSourceFiles(dossier.id)).toEqual(['carteid'])
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { keepSourceFile, keptSourceFiles } from '../../../src/core/db/source-files.ts'
import { keepPicked, withdrawPhoto } from '../../../src/documents/prepare.ts'
import type { Outgoing } from '../../../src/documents/upload-target.ts'
import { itemsOf } from '../../../src/outbox/items.ts'
import { wipeDevice } from '../setup/device.ts'
import { sourceFile } from '../setup/requests.ts'

// A code is stretched in earnest here, as often as OWASP asks for.
vi.setConfig({ testTimeout: 30_000 })

beforeEach(async () => {
  lock()
  await wipeDevice()
})

async function encrypted(): Promise<Outgoing> {
  const { id } = await createEncrypted('correction', '480215', 1)
  return {
    dossier: id,
    matricule: 'ML202600042',
    request: (type, image) => ({ endpoint: 'uploadDocument', body: { matricule: 'ML202600042', type, image } }),
  }
}

describe('while another tab locks the dossier', () => {
  test('a photo that is being picked is taken all the same, only its copy is not kept', async () => {
    const to = await encrypted()
    const file = new File([new Uint8Array(9)], 'acte.jpg', { type: 'image/jpeg' })
    const unsaved = keepPicked(file, 'attest', to, new AbortController().signal)
    lock()
    expect(await unsaved).toEqual({ bytes: new ArrayBuffer(9), picture: expect.any(Blob) })
    expect(await keptSourceFiles(to.dossier)).toEqual([])
  })

  test('a photo is taken back though nobody can open it', async () => {
    const to = await encrypted()
    await keepSourceFile(to.dossier, 'attest', { ...sourceFile, revision: 'p' })
    lock()
    await withdrawPhoto('attest', to)
    expect(await keptSourceFiles(to.dossier)).toEqual([])
    expect(await itemsOf(to.dossier)).toEqual([])
  })
})

test('taking a photo back where none was picked changes nothing', async () => {
  const to = await encrypted()
  await keepSourceFile(to.dossier, 'carteid', { ...sourceFile, revision: 'p' })
  await withdrawPhoto('attest', to)
  expect(await keptSourceFiles(to.dossier)).toEqual(['carteid'])
})

import { beforeEach, describe, expect, test } from 'vitest'
import { newDossier } from '../../../src/core/db/dossiers.ts'
import { type EditSource, pickedSource, pickSource, rememberSource } from '../../../src/documents/edit-source.ts'
import { queueRequest } from '../../../src/outbox/api.ts'
import { record } from '../../../src/outbox/store.ts'
import { wipeDevice } from '../setup/device.ts'
import { accept, only, photo } from '../setup/requests.ts'

beforeEach(wipeDevice)

const a = { ...newDossier('correction', 1), id: 'a' }
const source: EditSource = { picture: new Blob(['picked']), corners: null, edit: undefined, fingerprint: 'f1' }

async function queued(fingerprint: string, image = '1'): Promise<string> {
  await queueRequest(photo(image, { madeFrom: 'attest', fingerprint }), 1)
  return (await only('a', 'attest')).id
}

describe('a photo that is edited', () => {
  test.each(['waits', 'the provider has'])('takes the place of its item as the disk has it, which %s', async how => {
    const edits = await queued('f1')
    if (how !== 'waits') await record(edits, accept, 2)
    const started = await pickSource(a, 'attest', source)
    expect(started?.edits).toBe(edits)
    expect(new TextDecoder().decode(started?.bytes)).toBe('picked')
  })

  test('replaces no other photo, of another tab, another document or another dossier', async () => {
    await queued('f1')
    await queued('f2', '2')
    await queueRequest(photo('3', { requestKey: 'carteid', fingerprint: 'f1' }), 1)
    await queueRequest(photo('4', { dossier: 'b', fingerprint: 'f1' }), 1)
    expect(await pickSource(a, 'attest', source)).toBeUndefined()
  })

  test('replaces nothing where it was taken back', async () => {
    expect(await pickSource(a, 'attest', source)).toBeUndefined()
  })

  test('is the one that was picked last on this page', () => {
    expect(pickedSource('a', 'attest')).toBeUndefined()
    rememberSource('a', 'attest', source)
    expect(pickedSource('a', 'attest')).toBe(source)
    expect(pickedSource('a', 'carteid')).toBeUndefined()
  })
})

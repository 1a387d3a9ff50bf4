import { beforeEach, describe, expect, test } from 'vitest'
import { givenOf } from '../../../src/documents/given.ts'
import { notAtHandMessage, notLoadedMessage } from '../../../src/documents/text.ts'
import { createTools, type Parts } from '../../../src/documents/ui/tools.ts'
import { enqueue } from '../../../src/outbox/store.ts'
import { wipeDevice } from '../setup/device.ts'
import { itemOf } from '../setup/items.ts'
import { only, photo } from '../setup/requests.ts'

beforeEach(wipeDevice)

const parts: Parts = {
  editor: async () => ({ Editor: () => null as never }),
  camera: async () => ({ Camera: () => null as never }),
}
const lost: Parts = {
  editor: () => Promise.reject(new TypeError('Failed to fetch')),
  camera: () => Promise.reject(new TypeError('Failed to fetch')),
}
const at = (document: 'attest', words: string) => ({ open: undefined, trouble: { document, words } })

describe('the editor', () => {
  test('opens with the photo that lies in the queue, also on a page that did not pick it', async () => {
    await enqueue(photo(btoa('queued'), { fingerprint: 'f' }), 1)
    const tools = createTools(parts)
    await tools.openEditor('attest', givenOf([await only('a', 'attest')], [])[0])
    const { open, trouble } = tools.get()
    expect(open).toMatchObject({ kind: 'editor', document: 'attest', source: { fingerprint: 'f', corners: null } })
    expect(open?.kind === 'editor' && (await open.source.picture.text())).toBe('queued')
    expect(trouble).toBeUndefined()
    tools.close()
    expect(tools.get().open).toBeUndefined()
  })

  test('says that the photo is gone where it has arrived, and been forgotten, while it was asked for', async () => {
    const tools = createTools(parts)
    await tools.openEditor('attest', givenOf([itemOf({ dossier: 'a' })], [])[0])
    expect(tools.get()).toEqual(at('attest', notAtHandMessage))
    tools.close()
    expect(tools.get().trouble).toBeUndefined()
  })

  test('says that it did not come, where the network does not bring it', async () => {
    const tools = createTools(lost)
    await tools.openEditor('attest', givenOf([itemOf({ dossier: 'a' })], [])[0])
    expect(tools.get()).toEqual(at('attest', notLoadedMessage))
  })
})

test('the camera says that it did not come, and opens at the next press that brings it', async () => {
  let network = false
  const tools = createTools({ ...parts, camera: () => (network ? parts : lost).camera() })
  await tools.openCamera('attest')
  expect(tools.get()).toEqual(at('attest', notLoadedMessage))
  network = true
  await tools.openCamera('attest')
  expect(tools.get()).toMatchObject({ open: { kind: 'camera', document: 'attest' }, trouble: undefined })
})

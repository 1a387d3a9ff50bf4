import { beforeEach, describe, expect, test } from 'vitest'
import { forgetSourceFile, keepSourceFile } from '../../../src/core/db/source-files.ts'
import { forgetItems, queueRequest, withdrawRequest } from '../../../src/outbox/api.ts'
import { endItems } from '../../../src/outbox/end-items.ts'
import { record } from '../../../src/outbox/store.ts'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { readDisk, wipeDevice } from '../setup/device.ts'
import { accept, itemsOf, only, photo, refusal, sourceFile } from '../setup/requests.ts'

beforeEach(wipeDevice)

/** A document of the dossier `a` that the provider has. */
async function sent(requestKey: DocumentType) {
  await queueRequest(photo(requestKey, { requestKey }), 1)
  await record((await only('a', requestKey)).id, accept, 2)
}

describe('a dossier that has served', () => {
  test('is forgotten with all of its items, and another one is not', async () => {
    await sent('attest')
    await queueRequest(photo('1', { dossier: 'b' }), 1)
    await keepSourceFile('b', 'attest', sourceFile)
    expect(await endItems('a')).toBe(true)
    expect(await itemsOf('a')).toEqual([])
    const { queue, payloads, sourceFiles } = await readDisk()
    for (const store of [queue, payloads, sourceFiles]) expect(Object.keys(store)).toHaveLength(1)
  })

  test('has ended also where another tab was quicker', async () => {
    await sent('attest')
    expect(await Promise.all([endItems('a'), endItems('a')])).toEqual([true, true])
  })

  test('goes with a refused photo that nobody waits for', async () => {
    await queueRequest(photo('1'), 1)
    await record((await only('a', 'attest')).id, refusal, 2)
    expect(await endItems('a')).toBe(true)
    expect((await readDisk()).payloads).toEqual({})
  })

  test.each([
    ['a photo waits', () => queueRequest(photo('2', { requestKey: 'carteid' }), 3)],
    ['a picked photo is not yet prepared', () => keepSourceFile('a', 'carteid', sourceFile)],
  ])('keeps everything while %s', async (_, begin) => {
    await sent('attest')
    await begin()
    const before = await readDisk()
    expect(await endItems('a')).toBe(false)
    expect(await readDisk()).toEqual(before)
    await withdrawRequest('a', 'carteid')
    await forgetSourceFile('a', 'carteid')
    expect(await endItems('a')).toBe(true)
  })
})

test('what is left of an earlier update is forgotten by name, and what waits is not', async () => {
  await sent('attest')
  await queueRequest(photo('2', { requestKey: 'carteid' }), 3)
  await forgetItems(await itemsOf('a'))
  expect(await itemsOf('a')).toMatchObject([{ requestKey: 'carteid', state: 'waiting' }])
})

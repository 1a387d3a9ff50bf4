import { beforeEach, expect, test } from 'vitest'
import { keepSourceFile, keptSourceFiles } from '../../../src/core/db/source-files.ts'
import { queueRequest } from '../../../src/outbox/api.ts'
import { readDisk, wipeDevice } from '../setup/device.ts'
import { only, photo, sourceFile } from '../setup/requests.ts'

beforeEach(wipeDevice)

async function queued(image: string): Promise<string> {
  await queueRequest(photo(image, { madeFrom: 'attest' }), 1)
  return (await only('a', 'attest')).id
}

test('an edited photo takes the place of the one that it edits', async () => {
  const edits = await queued('1')
  expect(await queueRequest(photo('1 turned', { madeFrom: 'attest', edits }), 2)).toBe(true)
  expect(await only('a', 'attest')).toMatchObject({ state: 'waiting', createdAt: 2 })
})

test('an edited photo leaves alone the one that another tab has picked meanwhile', async () => {
  const edits = await queued('1')
  await keepSourceFile('a', 'attest', { ...sourceFile, revision: 'newer' })
  const before = await readDisk()
  expect(await queueRequest(photo('1 turned', { madeFrom: 'attest', edits }), 2)).toBe(false)
  expect(await readDisk()).toEqual(before)
  expect(await queueRequest(photo('2', { madeFrom: 'attest', revision: 'newer' }), 3)).toBe(true)
  expect(await keptSourceFiles('a')).toEqual([])
})

test('an edited photo leaves alone the one that another tab has queued meanwhile', async () => {
  const edits = await queued('1')
  const newer = await queued('2')
  expect(await queueRequest(photo('1 turned', { madeFrom: 'attest', edits }), 2)).toBe(false)
  expect((await only('a', 'attest')).id).toBe(newer)
})

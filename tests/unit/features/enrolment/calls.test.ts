import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dossier } from '../../../../src/core/db/dossier.ts'
import { createCalls, dropServedCode } from '../../../../src/features/enrolment/calls.ts'
import { createDraft } from '../../../../src/features/enrolment/draft.ts'
import { wizards } from '../../../../src/features/enrolment/wizards.ts'
import type { Item } from '../../../../src/outbox/item.ts'
import { record } from '../../../../src/outbox/store.ts'
import { readDisk, wipeDevice } from '../../setup/device.ts'
import { fullDisk } from '../../setup/full-disk.ts'
import { itemOf } from '../../setup/items.ts'
import { filled } from './filled.ts'

const closers: (() => void)[] = []
const persisted = vi.fn(async () => {})

beforeEach(async () => {
  await wipeDevice()
  persisted.mockClear()
})
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.restoreAllMocks()
})

async function enrolling(answers: Record<string, string>) {
  const draft = createDraft(() => () => {})
  closers.push(draft.open())
  await expect.poll(() => draft.get().dossier).toBeDefined()
  for (const [name, value] of Object.entries(answers)) draft.answer(name, value)
  return { draft, calls: createCalls(wizards.complete, draft, persisted) }
}

const bodies = async () => Object.values((await readDisk()).payloads).map(body => JSON.parse(String(body)))
const itemsOnDisk = async () => Object.values((await readDisk()).queue) as Item[]
const answersOnDisk = async () => (Object.values((await readDisk()).dossiers) as Dossier[]).map(one => one.answers)

describe('a call', () => {
  test('goes by the answers of this moment, which are on the disk before it', async () => {
    const { draft, calls } = await enrolling({ matricule: 'MA2025AT42', otp: '1234' })
    draft.answer('otp', '5678')
    calls.confirmCode()
    await expect.poll(bodies).toEqual([{ matricule: 'MA2025AT42', otp: '5678' }])
    expect(await answersOnDisk()).toEqual([{ matricule: 'MA2025AT42', otp: '5678' }])
    await expect.poll(() => persisted.mock.calls.length).toBe(1)
  })

  test('that saves takes every field of the first step, and can be taken back', async () => {
    const { calls } = await enrolling({ ...filled, nom: ' Traoré ' })
    calls.save()
    await expect.poll(bodies).toEqual([{ ...filled, nom: 'Traoré', nina: '' }])
    await calls.withdrawSave()
    expect(await bodies()).toEqual([])
  })

  test('that finds no room is told until one has found some', async () => {
    const { draft, calls } = await enrolling({ matricule: 'MA2025AT42' })
    await draft.flush()
    const disk = fullDisk('queue')
    calls.validate()
    await expect.poll(calls.get).toBe('full')
    disk.mockRestore()
    calls.validate()
    await expect.poll(calls.get).toBeUndefined()
    expect(await bodies()).toEqual([{ matricule: 'MA2025AT42' }])
  })
})

test('a number is corrected by opening the first step again: what was saved and the codes for it count no longer', async () => {
  const { draft, calls } = await enrolling({ ...filled, otp: '1234' })
  calls.save()
  await expect.poll(bodies).toHaveLength(1)
  const [saved] = await itemsOnDisk()
  if (saved) await record(saved.id, { kind: 'replied', outcome: { status: 1, msg: 'Envoyé.' } }, 2)
  calls.newCode()
  calls.confirmCode()
  await expect.poll(async () => (await itemsOnDisk()).length).toBe(3)
  await calls.correct(await itemsOnDisk())
  expect(await itemsOnDisk()).toEqual([])
  expect(await answersOnDisk()).toEqual([filled])
  expect(draft.get().dossier?.answers).toEqual(filled)
})

test('a code that has served leaves the draft, and the disk at once; one that was refused stays to be corrected', async () => {
  const code = (state: 'accepted' | 'refused') => [itemOf({ requestKey: 'code', state })]
  const { draft } = await enrolling({ nom: 'Traoré', otp: '1234' })
  await draft.flush()
  dropServedCode(draft, '1234', code('refused'))
  dropServedCode(draft, '1234', undefined)
  expect(draft.get().dossier?.answers).toEqual({ nom: 'Traoré', otp: '1234' })
  dropServedCode(draft, '1234', code('accepted'))
  await expect.poll(answersOnDisk).toEqual([{ nom: 'Traoré' }])
})

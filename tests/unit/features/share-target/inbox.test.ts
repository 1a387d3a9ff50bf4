import { beforeEach, describe, expect, test, vi } from 'vitest'
import { writeTogether } from '../../../../src/core/db/database.ts'
import {
  forgetReceived,
  keepReceived,
  listReceived,
  type Received,
  type ReceivedFiles,
} from '../../../../src/core/db/received.ts'
import { ownDevice, shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { createInbox } from '../../../../src/features/share-target/inbox.ts'
import { openDevice, wipeDevice } from '../../setup/device.ts'

const photo = (name: string): Received => ({ name, type: 'image/jpeg', bytes: new ArrayBuffer(1) })

async function opened(transferred: ReceivedFiles = { all: [] }) {
  const inbox = createInbox(async () => transferred)
  await inbox.open()
  return inbox
}

beforeEach(async () => {
  await wipeDevice()
  await openDevice()
  await ownDevice()
})

describe('what came from other apps', () => {
  test('is shown one after the other, first what no disk holds', async () => {
    await keepReceived([photo('a'), photo('b')], 1)
    const inbox = await opened({ all: [photo('held'), photo('too')], trouble: 'full' })
    for (const [after, name] of [...['b', 'a', 'too', 'held'].entries()].reverse()) {
      const { first } = inbox.get()
      expect(inbox.get()).toMatchObject({ first: { name }, after, trouble: 'full' })
      if (first) await inbox.letGo(first, 'placed')
    }
    expect(inbox.get().first).toBeUndefined()
    expect(await listReceived()).toEqual([])
  })

  test('goes one by one, also where somebody presses twice', async () => {
    const inbox = await opened({ all: [photo('held'), photo('unseen')] })
    const { first } = inbox.get()
    if (first) await Promise.all([inbox.letGo(first, 'passed'), inbox.letGo(first, 'passed')])
    expect(inbox.get()).toMatchObject({ first: { name: 'unseen' }, after: 0 })
  })

  /** The worker says nothing at first. */
  async function unanswered() {
    let answer: (transferred: ReceivedFiles) => void = () => undefined
    const inbox = createInbox(async late => {
      answer = late
      return { all: [] }
    })
    await inbox.open()
    return { inbox, answer }
  }

  test('after the page has ceased to wait is shown all the same, behind what is being looked at', async () => {
    await keepReceived([photo('a')], 1)
    const { inbox, answer } = await unanswered()
    answer({ all: [photo('late')], trouble: 'full' })
    expect(inbox.get()).toMatchObject({ first: { name: 'a' }, after: 1, trouble: 'full' })
    const { first } = inbox.get()
    if (first) await inbox.letGo(first, 'placed')
    expect(inbox.get()).toMatchObject({ first: { name: 'late' }, after: 0 })
  })

  test('late, where there was nothing, takes its place', async () => {
    const { inbox, answer } = await unanswered()
    expect(inbox.get()).toMatchObject({ looked: true, first: undefined })
    answer({ all: [photo('late')] })
    await vi.waitFor(() => expect(inbox.get()).toMatchObject({ first: { name: 'late' }, after: 0 }))
  })

  test('and was put on the disk late appears by itself', async () => {
    const { inbox, answer } = await unanswered()
    await keepReceived([photo('late')], 1)
    answer({ all: [] })
    await vi.waitFor(() => expect(inbox.get()).toMatchObject({ first: { name: 'late' } }))
  })

  test('stays on the disk until it is let go, whatever becomes of the page', async () => {
    await keepReceived([photo('a')], 1)
    await opened()
    expect((await opened()).get().first?.name).toBe('a')
  })

  test('of which another tab has found the place is passed over', async () => {
    await keepReceived([photo('a'), photo('b')], 1)
    const inbox = await opened()
    const [, second = ''] = await listReceived()
    await forgetReceived(second)
    const { first } = inbox.get()
    if (first) await inbox.letGo(first, 'placed')
    expect(inbox.get()).toMatchObject({ looked: true, first: undefined, after: 0, placed: 1, passed: 0 })
  })

  test('is nowhere but in the page of a shared device, also where its browser had forgotten that it is shared', async () => {
    await shareDevice()
    await writeTogether(['sourceFiles'], ({ sourceFiles }) => sourceFiles.put(photo('leftover'), 'partage/1'))
    const inbox = await opened({ all: [photo('held')] })
    expect(await listReceived()).toEqual([])
    expect(inbox.get()).toMatchObject({ first: { name: 'held' }, after: 1 })
    expect(inbox.get().first).not.toHaveProperty('key')
    expect((await opened()).get().first).toBeUndefined()
  })
})

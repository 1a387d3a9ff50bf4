import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lock, openDossier } from '../../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../../src/core/db/create-encrypted.ts'
import { createUnlocking } from '../../../../src/features/shared-device/unlocking.ts'
import { wipeDevice } from '../../setup/device.ts'
import { handClock } from '../../setup/hand-clock.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { watchReports } from '../../setup/reports.ts'

const right = '480215'
const wrong = '111213'
quickCodes()
const reports = watchReports()
beforeEach(async () => {
  lock()
  await wipeDevice()
})

async function atUnlock() {
  const clock = handClock()
  const { id } = await createEncrypted('enrolment', right, clock.now())
  lock()
  const entry = createUnlocking(id, clock.now)
  await entry.look()
  return { ...entry, clock, id, again: () => createUnlocking(id, clock.now) }
}

describe('a code', () => {
  test('that is right opens the dossier, and is being tried meanwhile', async () => {
    const { attempt, get, id } = await atUnlock()
    const trying = attempt(right)
    expect(get().working).toBe(true)
    // Pressed twice: once is enough.
    expect(await attempt(right)).toBeUndefined()
    expect(await trying).toMatchObject({ kind: 'opened', dossier: { id } })
    expect(get().working).toBe(false)
    expect(openDossier()).toBe(id)
  })

  test('that is empty is not tried', async () => {
    const { attempt, get } = await atUnlock()
    expect(await attempt('')).toBeUndefined()
    expect(get().wrong).toMatchObject({ count: 0 })
  })

  test('that is wrong costs nothing twice, and half a minute from the third on', async () => {
    const { attempt, left, clock, get } = await atUnlock()
    for (const waits of [0, 0, 30_000]) {
      expect(await attempt(wrong)).toMatchObject({ kind: 'wrong' })
      expect(left()).toBe(waits)
    }
    // The right one is not looked at either, and costs no attempt.
    expect(await attempt(right)).toBeUndefined()
    clock.pass(29_999)
    expect(await attempt(right)).toBeUndefined()
    expect(get().wrong?.count).toBe(3)
    clock.pass(1)
    expect(await attempt(right)).toMatchObject({ kind: 'opened' })
  })

  test('that another tab got wrong makes this one wait as well', async () => {
    const { attempt, again, left, get } = await atUnlock()
    const other = again()
    for (let count = 0; count < 3; count += 1) await other.attempt(wrong)
    expect(left()).toBe(0)
    expect(await attempt(right)).toMatchObject({ kind: 'waits' })
    expect(left()).toBe(30_000)
    expect(get().wrong?.count).toBe(3)
  })

  test('is not wrong where the device could not try it, and may be tried again', async () => {
    const { attempt, get } = await atUnlock()
    const broken = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(new DOMException('No.', 'OperationError'))
    expect(await attempt(right)).toBeUndefined()
    broken.mockRestore()
    expect(get()).toMatchObject({ failed: true, working: false })
    expect(reports.take()).toHaveLength(1)
    expect(await attempt(right)).toMatchObject({ kind: 'opened' })
    expect(get().failed).toBe(false)
  })
})

test('a wait is still there on a page that comes later, and whole where the clock was set back', async () => {
  const { attempt, again, clock } = await atUnlock()
  for (let count = 0; count < 3; count += 1) await attempt(wrong)
  clock.pass(10_000)
  const next = again()
  await next.look()
  expect(next.left()).toBe(20_000)
  clock.set(clock.now() - 3_600_000)
  const later = again()
  await later.look()
  expect(later.left()).toBe(30_000)
})

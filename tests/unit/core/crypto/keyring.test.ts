import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  beforeLock,
  dropKey,
  keyOf,
  LockedError,
  lock,
  lockCount,
  openDossier,
  openPurpose,
  putKey,
  watchKeyring,
} from '../../../../src/core/crypto/keyring.ts'

const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
beforeEach(lock)

describe('the keyring', () => {
  test('has the key of the open dossier, and of no other', () => {
    putKey('a', key, 'enrolment')
    expect(keyOf('a')).toBe(key)
    expect(openDossier()).toBe('a')
    expect(() => keyOf('b')).toThrow(LockedError)
  })

  test('is empty after a lock, and everybody is told', () => {
    const told = vi.fn()
    const stop = watchKeyring(told)
    putKey('a', key, 'enrolment')
    const before = lockCount()
    lock()
    stop()
    expect(() => keyOf('a')).toThrow(LockedError)
    expect(openDossier()).toBeUndefined()
    expect(lockCount()).toBe(before + 1)
    expect(told).toHaveBeenCalledTimes(2)
  })

  test('lets the last answer be written under its key first', () => {
    const keys: CryptoKey[] = []
    const stop = beforeLock(() => keys.push(keyOf('a')))
    putKey('a', key, 'enrolment')
    lock()
    stop()
    expect(keys).toEqual([key])
  })

  test('lets go of an erased dossier without a lock, after all that holds something of it, and of no other', () => {
    const left = vi.fn(() => keyOf('a'))
    const stop = beforeLock(left)
    putKey('a', key, 'enrolment')
    const before = lockCount()
    dropKey('b')
    expect(openPurpose()).toBe('enrolment')
    expect(left).not.toHaveBeenCalled()
    dropKey('a')
    stop()
    expect(left).toHaveReturnedWith(key)
    expect([openDossier(), openPurpose(), lockCount()]).toEqual([undefined, undefined, before])
  })

  test('locks the one before when another dossier is opened', () => {
    putKey('a', key, 'enrolment')
    const before = lockCount()
    putKey('b', key, 'enrolment')
    expect(lockCount()).toBe(before + 1)
    expect(() => keyOf('a')).toThrow(LockedError)
    expect(keyOf('b')).toBe(key)
  })
})

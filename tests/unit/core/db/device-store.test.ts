import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { deviceStore } from '../../../../src/core/db/device-store.ts'

test('what the device knows lies where the build of November 2026 has put it', () => {
  const { attempts, guessKey, reply, allReplies, receipt, receiptsOf, allReceipts, code, allCodes, ...keys } =
    deviceStore
  expect(keys).toEqual({
    cipherKey: 'device-key',
    macKey: 'device-mac-key',
    isShared: 'shared-device',
    awaiting: 'awaiting-photo',
    away: 'away',
    invited: 'install-answered',
    cameraKills: 'camera-kills',
    chrono: 'chrono',
    walls: 'walls',
  })
  expect(attempts('a', 'attest')).toBe('attempts/a/attest')
  expect(guessKey('a')).toBe('guess-key/a')
  expect(reply('0f')).toBe('answer-mac/0f')
  expect(code('a')).toBe('code/a')
  expect(receipt('a', '0f')).toBe('receipt/a/0f')
  for (const [range, key, isIn] of [
    [allReplies(), 'answer-mac/0f', true],
    [allReplies(), 'answer/0f', true],
    [allReplies(), 'attempts/a/attest', false],
    [allReplies(), 'awaiting-photo', false],
    [receiptsOf('a'), 'receipt/a/0f', true],
    [receiptsOf('a'), 'receipt/ab/0f', false],
    [allReceipts(), 'receipt/a/0f', true],
    [allReceipts(), 'answer/0f', false],
    [allCodes(), 'code/a', true],
    [allCodes(), 'chrono', false],
    [allCodes(), 'device-key', false],
  ] as const)
    expect(range.includes(key)).toBe(isIn)
})

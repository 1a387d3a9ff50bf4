import { beforeEach, describe, expect, test } from 'vitest'
import { awaitPhoto, findInterruption, forgetAwaiting } from '../../../../src/core/db/awaiting.ts'
import { keepSourceFile } from '../../../../src/core/db/source-files.ts'
import { wipeDevice } from '../../setup/device.ts'

beforeEach(wipeDevice)

const minute = 60_000
const now = 100 * minute
const byCamera = { dossier: 'a', document: 'attest', by: 'camera', at: now } as const

describe('a page that ended while a picker was open', () => {
  test('is told at the next start, and a camera’s kill is counted once', async () => {
    await awaitPhoto(byCamera)
    for (let start = 0; start < 3; start += 1)
      expect(await findInterruption(now + minute)).toMatchObject({ awaiting: { document: 'attest' }, kills: 1 })
    await awaitPhoto({ ...byCamera, at: now + 2 * minute })
    expect((await findInterruption(now + 3 * minute)).kills).toBe(2)
  })

  test('by the gallery is told and not counted', async () => {
    await awaitPhoto({ ...byCamera, by: 'gallery' })
    expect(await findInterruption(now)).toMatchObject({ awaiting: { by: 'gallery' }, kills: 0 })
  })

  test.each([
    [29, true],
    [31, false],
    [-31, false],
  ])('%i minutes ago: told %s, also by a clock that was changed', async (minutes, told) => {
    await awaitPhoto(byCamera)
    const { awaiting } = await findInterruption(now + minutes * minute)
    expect(awaiting !== undefined).toBe(told)
    if (!told) expect((await findInterruption(now)).awaiting).toBeUndefined()
  })

  test('is not told once the student left the picker, or the photo was copied in the same step', async () => {
    await awaitPhoto(byCamera)
    await forgetAwaiting()
    expect(await findInterruption(now)).toEqual({ awaiting: undefined, kills: 0 })
    await awaitPhoto(byCamera)
    await keepSourceFile('a', 'attest', { bytes: new ArrayBuffer(1), name: 'a.jpg', type: '', at: now })
    expect(await findInterruption(now)).toEqual({ awaiting: undefined, kills: 0 })
  })
})

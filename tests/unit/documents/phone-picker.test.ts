import { beforeEach, describe, expect, test } from 'vitest'
import { isPicking } from '../../../src/core/crypto/keyring.ts'
import { awaitPhoto, findInterruption } from '../../../src/core/db/awaiting.ts'
import type { Awaiting } from '../../../src/core/db/device-store.ts'
import { createPicker } from '../../../src/documents/phone-picker.ts'
import { wipeDevice } from '../setup/device.ts'
import { handClock } from '../setup/hand-clock.ts'
import { later } from '../setup/later.ts'
import { watchReports } from '../setup/reports.ts'

watchReports()
beforeEach(wipeDevice)

/** A file input, and what was done to it. */
function fileInput() {
  const done: string[] = []
  const input = {
    setAttribute: (name: string, value: string) => done.push(`${name}=${value}`),
    removeAttribute: (name: string) => done.push(`no ${name}`),
    click: () => done.push('click'),
  }
  return { input, done }
}

function atDocuments() {
  const clock = handClock()
  const picker = createPicker('a', clock)
  return { clock, picker, ...fileInput() }
}

const left = async (now: number) => (await findInterruption(now)).awaiting

describe('a picker', () => {
  test.each<[Awaiting['by'], 'attest' | 'photobuste', string]>([
    ['camera', 'attest', 'capture=environment'],
    ['camera', 'photobuste', 'capture=user'],
    ['gallery', 'attest', 'no capture'],
  ])('of the %s for %s opens once what was typed and what it is for are on the disk', async (by, document, how) => {
    const { picker, input, done, clock } = atDocuments()
    const draft = later<void>()
    const picking = picker.pick(input, document, by, () => draft.promise)
    expect(picker.get()).toMatchObject({ open: true })
    expect(isPicking()).toBe(true)
    expect(done).toEqual([how])
    draft.resolve()
    await picking
    expect(done).toEqual([how, 'click'])
    expect(await left(clock.now())).toMatchObject({ dossier: 'a', document, by })
    picker.shut()
    expect(isPicking()).toBe(false)
  })

  test('opens all the same where the disk does not answer', async () => {
    const { picker, input, done, clock } = atDocuments()
    const picking = picker.pick(input, 'attest', 'camera', () => later<void>().promise)
    clock.pass(899)
    expect(done).not.toContain('click')
    clock.pass(1)
    await picking
    expect(done).toContain('click')
    picker.shut()
  })

  test('that brought a photo is closed, and what was said of the last one is not said any more', async () => {
    const { picker, input, clock } = atDocuments()
    await awaitPhoto({ dossier: 'a', document: 'attest', by: 'camera', at: clock.now() })
    await picker.look()
    expect(picker.get()).toMatchObject({ interrupted: { document: 'attest' } })
    await picker.pick(input, 'carteid', 'gallery')
    expect(picker.get().interrupted).toBeUndefined()
    picker.closed()
    expect(picker.get()).toMatchObject({ open: false, interrupted: undefined })
    expect(isPicking()).toBe(false)
  })

  test('that was cancelled leaves nothing to be told of', async () => {
    const { picker, input, clock } = atDocuments()
    await picker.pick(input, 'attest', 'camera')
    picker.cancelled()
    expect(picker.get().open).toBe(false)
    await expect.poll(() => left(clock.now()), { interval: 1 }).toBeUndefined()
  })

  test('of which nothing is heard is closed three seconds after the page is seen again', async () => {
    const { picker, input, clock } = atDocuments()
    await picker.pick(input, 'attest', 'camera')
    picker.seen(false)
    clock.pass(60_000)
    expect(picker.get().open).toBe(true)
    picker.seen(true)
    clock.pass(2_000)
    // Seen, hidden and seen once more: the time begins anew.
    picker.seen(true)
    clock.pass(2_999)
    expect(picker.get().open).toBe(true)
    clock.pass(1)
    expect(picker.get().open).toBe(false)
    expect(isPicking()).toBe(false)
  })

  test('that is opened again is not closed by what was left of the one before', async () => {
    const { picker, input, clock } = atDocuments()
    await picker.pick(input, 'attest', 'camera')
    picker.seen(true)
    clock.pass(2_000)
    await picker.pick(input, 'attest', 'camera')
    clock.pass(60_000)
    expect(picker.get().open).toBe(true)
    picker.shut()
  })
})

describe('other ways to a photo are offered', () => {
  type Press = [after: number, end: 'cancel' | 'photo' | 'nothing' | 'seen']
  /** Presses at these times, in milliseconds after each other, each ended in this way. */
  async function pressed(...presses: Press[]) {
    const { picker, input, clock } = atDocuments()
    for (const [after, end] of presses) {
      clock.pass(after)
      await picker.pick(input, 'attest', 'gallery')
      if (end === 'cancel') picker.cancelled()
      if (end === 'photo') picker.closed()
      if (end === 'seen') picker.seen(true)
    }
    clock.pass(3_000)
    return picker
  }

  test.each<[string, ...Press[]]>([
    ['to whom the picker was closed at once, twice', [2_000, 'cancel'], [100, 'cancel']],
    ['who left it twice, after a look at what it shows', [2_000, 'cancel'], [90_000, 'cancel']],
    ['who presses again, since nothing at all has happened', [2_000, 'nothing'], [4_000, 'nothing']],
    ['whose browser does not tell that the picker was left', [2_000, 'seen'], [9_000, 'seen']],
    ['also once a photo has come in another way', [2_000, 'cancel'], [2_000, 'cancel'], [2_000, 'photo']],
  ])('to a student %s', async (_, ...presses) => {
    expect((await pressed(...presses)).get().inVain).toBe(true)
  })

  test.each<[string, ...Press[]]>([
    ['who left the picker once', [2_000, 'cancel']],
    ['who has found a photo between two such times', [2_000, 'cancel'], [2_000, 'photo'], [2_000, 'cancel']],
    ['whose thumb trembled over the button', [2_000, 'nothing'], [300, 'nothing']],
    ['whose thumb trembled after a picker that was left', [2_000, 'cancel'], [2_000, 'nothing'], [300, 'nothing']],
    ['who waits for the picker', [2_000, 'nothing']],
  ])('and not to one %s', async (_, ...presses) => {
    expect((await pressed(...presses)).get().inVain).toBe(false)
  })

  test('for no press of another kind: a picker that was never opened cannot be left', async () => {
    const { picker } = atDocuments()
    picker.cancelled()
    picker.cancelled()
    expect(picker.get().inVain).toBe(false)
  })
})

test('a dead page’s picker is told of in its own dossier alone, and the second time other ways are offered in every one', async () => {
  for (const inVain of [false, true]) {
    const { picker, clock } = atDocuments()
    await awaitPhoto({ dossier: 'b', document: 'attest', by: 'camera', at: clock.now() })
    await picker.look()
    expect(picker.get()).toEqual({ open: false, inVain, interrupted: undefined })
  }
})

import { describe, expect, test } from 'vitest'
import { countOpenPicker } from '../../../../src/core/platform/pickers.ts'
import { createAutoLock } from '../../../../src/features/shared-device/use-auto-lock.ts'
import { handClock } from '../../setup/hand-clock.ts'

const second = 1_000
const minute = 60 * second

/** An open dossier in a page whose timers run, unless it is asleep. */
function open() {
  const clock = handClock()
  let locks = 0
  const lock = createAutoLock(() => {
    locks += 1
  }, clock.now)
  return {
    ...lock,
    clock,
    locks: () => locks,
    pass(ms: number) {
      for (let gone = 0; gone < ms; gone += second) {
        clock.pass(second)
        lock.tick()
      }
    },
    sleep: clock.pass,
  }
}

describe('a dossier that nobody touches', () => {
  test('is locked after two minutes, said so twenty seconds before, and once', () => {
    const { pass, get, locks } = open()
    pass(99 * second)
    expect(get()).toBe(false)
    pass(second)
    expect(get()).toBe(true)
    pass(19 * second)
    expect(locks()).toBe(0)
    pass(second)
    expect([locks(), get()]).toEqual([1, false])
    pass(minute)
    expect(locks()).toBe(1)
  })

  test('stays open by one touch', () => {
    const { pass, touch, get, locks } = open()
    pass(110 * second)
    touch()
    expect(get()).toBe(false)
    pass(119 * second)
    expect(locks()).toBe(0)
    pass(second)
    expect(locks()).toBe(1)
  })

  test('tells of its warning when it begins and when it ends, and not each second', () => {
    const { pass, subscribe, touch } = open()
    let told = 0
    subscribe(() => {
      told += 1
    })
    pass(110 * second)
    expect(told).toBe(1)
    touch()
    expect(told).toBe(2)
  })
})

describe('a dossier out of sight', () => {
  test('is open after 25 seconds, and locked in the moment in which a page that slept comes back', () => {
    const { hide, show, sleep, locks } = open()
    hide()
    sleep(25 * second)
    show()
    expect(locks()).toBe(0)
    hide()
    sleep(31 * second)
    expect(locks()).toBe(0)
    show()
    expect(locks()).toBe(1)
  })

  test('is touched by coming back', () => {
    const { hide, show, sleep, pass, locks } = open()
    pass(100 * second)
    hide()
    sleep(10 * second)
    show()
    pass(119 * second)
    expect(locks()).toBe(0)
  })
})

describe('behind a camera or the gallery', () => {
  test('a dossier stays open for as long as a photograph takes, and not for ever', () => {
    const { hide, show, sleep, locks } = open()
    const close = countOpenPicker()
    hide()
    // The page is killed with its picker, or the picker says that it was left: out of sight that changes nothing.
    close()
    sleep(9 * minute)
    show()
    expect(locks()).toBe(0)
    const again = countOpenPicker()
    hide()
    sleep(10 * minute)
    show()
    expect(locks()).toBe(1)
    again()
  })

  test('a dossier that is still in sight stays open too, and whoever closes it has just touched the phone', () => {
    const { pass, locks } = open()
    const close = countOpenPicker()
    pass(9 * minute)
    expect(locks()).toBe(0)
    close()
    pass(2 * minute)
    expect(locks()).toBe(0)
    pass(second)
    expect(locks()).toBe(1)
  })
})

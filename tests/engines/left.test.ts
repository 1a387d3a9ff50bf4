import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../e2e/setup/device.ts'
import { type StandIn, startStandIn } from '../e2e/setup/stand-in.ts'
import { alive, answerIn, choose, installed, title } from './setup/hands.ts'
import { inEachEngine } from './setup/journeys.ts'

let provider: StandIn
beforeAll(async () => {
  provider = await startStandIn()
})
afterAll(() => provider.dispose())

/**
 * Whether a page that is left is at work on its disk, or has not begun, or is done with it, is decided by milliseconds:
 * in each case the next one is alive, and the draft is there. The soak takes more turns, for more of the orders.
 */
const turns = Number(process.env.TURNS ?? 2)

/** What a page was loading when it was left, in WebKit's words. */
const leftLoading = /due to access control checks/

inEachEngine(students => {
  test(
    'a student who leaves a page while it is at work finds the next one alive, and the draft',
    async () => {
      students.allow(leftLoading)
      const tab = await students.visit({ lasting: true })
      await tab.open(`${provider.url}/register`)
      await choose(tab, 'anneeBac', '2026')
      await installed(tab)
      for (let left = 0; left < turns; left += 1) {
        await tab.open(`${provider.url}/home`)
        await alive(tab)
        await tab.open(`${provider.url}/register`)
        await alive(tab)
      }
      await eventually(() => answerIn(tab, 'anneeBac')).toBe('2026')
    },
    120_000 + turns * 20_000,
  )

  test('a student who leaves a first page while it makes its stores finds the next one alive', async () => {
    students.allow(leftLoading)
    const tab = await students.visit({ lasting: true })
    await tab.open(`${provider.url}/register`)
    await alive(tab)
    await installed(tab)
    // The dates are kept before the wizard reads its draft.
    await tab.waitFor({ css: '[name="anneeBac"]:enabled' })
    await tab.run(makeStoresSlowly, undefined)
    await tab.run(() => addEventListener('upgradeneeded', () => location.assign('/home')), undefined)
    await choose(tab, 'anneeBac', '2026')
    await tab.waitFor(title('Inscription des bacheliers'))
    await tab.open(`${provider.url}/register`)
    await choose(tab, 'anneeBac', '2026')
  })

  test('a student who taps a link while a first page makes its stores is led on as soon as they are made', async () => {
    const tab = await students.visit()
    await tab.open(`${provider.url}/register`)
    await alive(tab)
    await installed(tab)
    // The dates are kept before the wizard reads its draft.
    await tab.waitFor({ css: '[name="anneeBac"]:enabled' })
    await tab.run(makeStoresSlowly, undefined)
    await tab.run(giveLinkAndEndlessPatience, undefined)
    await choose(tab, 'anneeBac', '2026')
    await eventually(() => tab.run(() => document.title, undefined)).toBe('upgradeneeded')
    await tab.tap({ css: 'a', text: 'Sortir' })
    await tab.run(() => dispatchEvent(new Event('fast disk')), undefined)
    await tab.waitFor(title('Inscription des bacheliers'))
    expect(await tab.run(() => sessionStorage.getItem('led on'), undefined)).toBe('success')
  })
})

/** A link out, and a note of how far the stores were when it was followed. No link waits for them longer than a second. */
function giveLinkAndEndlessPatience(): void {
  const link = Object.assign(document.createElement('a'), { href: '/home', textContent: 'Sortir' })
  // What waits is kept from the link itself, and given to it later.
  link.addEventListener('click', () => sessionStorage.setItem('led on', document.title))
  document.body.prepend(link)
  const { setTimeout } = globalThis
  const setShort = (work: TimerHandler, milliseconds = 0) => (milliseconds < 1_000 ? setTimeout(work, milliseconds) : 0)
  globalThis.setTimeout = setShort as typeof setTimeout
}

/** The stores are gone; to make them anew a slow disk needs as long as the page is there, or as nobody wakes it. */
async function makeStoresSlowly(): Promise<void> {
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function (name, version) {
    const request = open.call(this, name, version)
    request.addEventListener('upgradeneeded', () => {
      const disk = request.result.createObjectStore('disk')
      let isSlow = true
      addEventListener('fast disk', () => {
        isSlow = false
      })
      const goOn = () => {
        disk.count().onsuccess = () => isSlow && goOn()
      }
      goOn()
    })
    for (const kind of ['upgradeneeded', 'success'])
      request.addEventListener(kind, () => {
        document.title = kind
        dispatchEvent(new Event(kind))
      })
    return request
  }
  await new Promise((resolve, reject) => {
    const erasing = indexedDB.deleteDatabase('portail')
    erasing.onsuccess = resolve
    erasing.onerror = reject
  })
}

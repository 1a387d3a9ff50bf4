import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossiers.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { devtools, eventually, offerDatabase, queue, stored } from '../setup/device.ts'
import { documentRow, documentState, field, fill, giveDocument, sendDocument, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import type { Phone } from '../setup/phone.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
// What could not be written or opened is reported to the console as well.
const phone = phones(networkFaults, /QuotaExceededError|TimeoutError|VersionError|quota/i)

const full = "Il n'y a plus de place sur cet appareil : ce qui est déjà gardé le reste"

/** The device's whole room for the portal, in bytes; without a size, what it really has. */
async function space(page: Page, quotaSize?: number): Promise<void> {
  const session = await devtools(page)
  const size = quotaSize === undefined ? {} : { quotaSize }
  await session.send('Storage.overrideQuotaForOrigin', { origin: network.url, ...size })
}

/** Chromium trusts what it last knew of the room for a while; a browser that has just been started asks. */
async function startedOnFullDevice(mine: Phone): Promise<Page> {
  await mine.kill()
  const { page } = await mine.start()
  await space(page, 1)
  await page.goto('/register')
  await page.getByText('Brouillon repris').waitFor()
  return page
}

describe('on a full device', () => {
  test('a photograph that finds no room is said, those that are kept stay, and it goes on once there is room', async () => {
    const mine = phone(network.url)
    const { page: before } = await mine.start()
    await toDocuments(before)
    network.provider.script('etudiant/files/upload', { hang: true })
    await giveDocument(before, 'actenaiss', await smallPhoto('actenaiss'))
    const kept = (await queue(before)).map(({ id }) => id).sort()

    const page = await startedOnFullDevice(mine)
    await field(page, 'attest').setInputFiles(await smallPhoto('attest'))
    await documentState(page, 'attest', 'failed')
    await documentRow(page, 'attest').getByText(full).waitFor()
    expect((await queue(page)).map(({ id }) => id).sort()).toEqual(kept)
    await space(page)
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
  })
})

describe('when two versions of the portal meet on one device', () => {
  /** The next version's database: its number is ten, which its own build does not take for another's. */
  const nextDatabase = (page: Page) =>
    page.addInitScript(() => {
      const open = IDBFactory.prototype.open
      IDBFactory.prototype.open = function (name, version) {
        return open.call(this, name, 10 * (version ?? 1))
      }
      Object.defineProperty(IDBDatabase.prototype, 'version', { get: () => 1 })
    })

  async function aDraft() {
    const { page, context } = await phone(network.url).start()
    await page.goto('/register')
    await fill(page, { anneeBac: '2025', numAttest: '204518' })
    await eventually(async () => (await stored<Dossier>(page, 'dossiers'))[0]?.answers.numAttest).toBe('204518')
    return { page, context }
  }

  test('the newer one reads the draft of the older one, which says what to do and loses nothing', async () => {
    const { page, context } = await aDraft()
    const newer = await context.newPage()
    await nextDatabase(newer)
    await newer.goto('/register')
    await newer.getByText('Brouillon repris').waitFor()
    expect(await field(newer, 'numAttest').inputValue()).toBe('204518')
    await field(page, 'phone').fill('76543210')
    await page.getByText('Une version plus récente du portail a été ouverte sur cet appareil.').waitFor()
  })

  test('a newer one that an old tab holds up says that tabs are to be closed, and goes on by itself', async () => {
    const { page, context } = await aDraft()
    // A tab that is frozen, or stands in a debugger, does not let go of the database when it is asked to.
    await offerDatabase(page)
    await page.evaluate(async () => {
      Object.assign(window, { held: await openPortail() })
    })
    const newer = await context.newPage()
    await nextDatabase(newer)
    await newer.goto('/register')
    await newer.getByText('Fermez les autres onglets du portail').waitFor()
    await page.close()
    await newer.getByText('Brouillon repris').waitFor()
    expect(await field(newer, 'numAttest').inputValue()).toBe('204518')
  })
})

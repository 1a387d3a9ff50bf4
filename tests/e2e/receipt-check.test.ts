import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeIn } from '../../provider/tests/setup/pdf.ts'
import { received } from '../../provider/tests/setup/visitor.ts'
import { installed } from './setup/device.ts'
import { fill, press } from './setup/hands.ts'
import { expectAlert, expectUsableInBothLights } from './setup/looks.ts'
import { networkFaults } from './setup/network.ts'
import { type StandIn, startStandIn } from './setup/stand-in.ts'
import { visitors } from './setup/students.ts'
import { beginEncrypted, isLocked, lock, rows, share } from './shared/tablet.ts'
import { inStorages, needlesOf } from './shared/traces.ts'

/** Whoever is shown a receipt scans its code, with the portal that `npm start` builds for its own provider. */

const visits = visitors()
const dist = mkdtempSync(join(tmpdir(), 'portail-dist-'))
let portal: StandIn
/** Where the code of a confirmed student's receipt leads. */
let address: string

beforeAll(async () => {
  portal = await startStandIn({ script: 'start.ts', dist })
})
afterAll(async () => {
  await portal.dispose()
  rmSync(dist, { recursive: true, force: true })
})

const { numPlace: num_place, ...others } = received
const name = 'CISSÉ Bakary'
const title = "Vérification d'un récépissé"

async function download(page: Page): Promise<string> {
  await page.goto('/recepisse')
  await fill(page, { num_place, ...others })
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Téléchargez votre récépissé')])
  return codeIn(readFileSync(await file.path())) ?? ''
}

/** Without a network, as after a scan: the browser is given an address. */
async function scan(page: Page, to: string): Promise<void> {
  await page.goto(to)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(page.url()).toBe(`${portal.url}/recepisse`)
}

/** With one letter of what is signed written anew. */
function altered(letter: number): string {
  const at = address.indexOf('#') + 1 + letter
  return address.slice(0, at) + (address[at] === 'A' ? 'B' : 'A') + address.slice(at + 1)
}

async function expectAuthentic(page: Page): Promise<void> {
  await expectAlert(page, 'success', 'Récépissé authentique')
  const card = page.locator('main .card')
  for (const fact of [name, received.matricule, 'en cours de vérification'])
    expect(await card.innerText()).toContain(fact)
}

async function expectAltered(page: Page): Promise<void> {
  await expectAlert(page, 'danger', "Ce récépissé n'est pas authentique.")
  expect(await page.locator('main').innerText()).not.toContain(name)
}

describe('a receipt that is scanned where there is no network', () => {
  beforeEach(async () => {
    const { page } = await visits.open('phone', portal.url)
    address ??= await download(page)
    expect(address).toMatch(new RegExp(`^${portal.url}/recepisse#[\\w-]{100,160}$`))
  })
  afterEach(async () => {
    await portal.stop()
    await portal.start()
  })

  test('on a phone is authentic as it is, and not with one letter altered; nothing else is taken for one', async () => {
    const { page, context, witness } = await visits.open('phone', portal.url)
    witness.allow(networkFaults)
    await page.goto('/home')
    await installed(page)
    await portal.stop()
    await context.setOffline(true)

    await scan(page, address)
    await expectAuthentic(page)
    await expectUsableInBothLights(page, 'an authentic receipt')
    // In the same tab, as a second scan comes.
    await scan(page, altered(30))
    await expectAltered(page)
    await scan(page, address)
    await expectAuthentic(page)
    await page.goto('about:blank')
    await scan(page, altered(100))
    await expectAltered(page)
    await scan(page, altered(3))
    await expectAlert(page, 'danger', 'une clé que ce portail ne connaît pas')
    await scan(page, address.slice(0, -100))
    await expectAlert(page, 'warning', "n'est pas celle d'un récépissé entier")

    // A reload finds the form: the address is all that had it.
    await scan(page, address)
    await page.reload()
    await page.getByRole('button', { name: 'Téléchargez votre récépissé' }).waitFor()
    expect(await inStorages(page, needlesOf([name, 'Bakary', received.matricule]))).toEqual([])
  })

  test('on a shared tablet is checked while its dossiers stay locked', async () => {
    const { page, context, witness } = await visits.open('tablet', portal.url)
    witness.allow(networkFaults)
    await share(page)
    await beginEncrypted(page)
    await fill(page, { anneeBac: '2026' })
    await expect.poll(async () => (await rows(page)).length).toBe(1)
    await lock(page)
    await portal.stop()
    await context.setOffline(true)

    await scan(page, address)
    await expectAuthentic(page)
    await isLocked(page)
    await scan(page, altered(30))
    await expectAltered(page)
    await isLocked(page)
    expect(await inStorages(page, needlesOf([name, 'Bakary', received.matricule]))).toEqual([])
  })
})

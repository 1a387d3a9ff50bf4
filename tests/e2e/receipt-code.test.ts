import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decryptPackage } from '../../src/features/transfer/format.ts'
import { code } from './setup/answers.ts'
import { eventually, stored } from './setup/device.ts'
import { enrol, enterCode, field, fill, phone, press, toDocuments } from './setup/hands.ts'
import { expectAlert, expectUsableInBothLights } from './setup/looks.ts'
import { exportDossier, handCode, saveFile } from './setup/moving.ts'
import { oneProvider } from './setup/network.ts'
import { type StandIn, sampleAnswers, sampleMatricule, startStandIn } from './setup/stand-in.ts'
import { visitors } from './setup/students.ts'

/** The receipt needs no second SMS: the code that was confirmed stays with its dossier, on one's own device. */

const students = visitors()
const provider = await oneProvider()

const receipt = 'etudiant/voir/recepisse'
const download = 'Téléchargez votre récépissé'
const isKept = "C'est le code que vous avez confirmé, gardé sur cet appareil"

const otpOf = (page: Page) => field(page, 'otp').inputValue()

/** Codes that the device keeps; all else in that store is an object, a number or a mark. */
const codes = async (page: Page) => (await stored(page, 'device')).filter(value => typeof value === 'string')

async function atReceipt(page: Page): Promise<void> {
  await page.goto('/recepisse')
  await field(page, 'serie').locator('option').nth(1).waitFor({ state: 'attached' })
  await eventually(() => field(page, 'matricule').inputValue()).not.toBe('')
}

describe('a student who has enrolled on her own phone, with the provider that really stores things', () => {
  let server: StandIn
  beforeAll(async () => {
    server = await startStandIn()
  })
  afterAll(() => server.dispose())

  test('finds her code in the receipt’s form, and downloads it without another SMS; a package has no code, and erasing leaves none', async () => {
    const { page } = await students.at(server.url, '/register')
    await enrol(page, 'complete', sampleAnswers)
    const sent = await server.lastCode(phone)
    await enterCode(page, sent)
    await field(page, 'attest').waitFor({ state: 'attached' })

    await atReceipt(page)
    await eventually(() => otpOf(page)).toBe(sent)
    await page.getByText(isKept).waitFor()
    await expectUsableInBothLights(page, 'the form with the kept code')
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, download)])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    expect(await server.lastCode(phone)).toBe(sent)
    expect(await codes(page)).toEqual([sent])
    expect(page.url()).not.toContain(sent)

    await exportDossier(page)
    const pkg = await decryptPackage(new Uint8Array(await saveFile(page)), handCode)
    if ('fault' in pkg) throw new Error(pkg.fault)
    expect(pkg.dossier.answers).toMatchObject({ matricule: sampleMatricule, phone })
    const { id: _, ...dossier } = pkg.dossier
    expect(JSON.stringify(dossier.answers)).not.toContain(sent)
    expect(pkg.items.find(({ requestKey }) => requestKey === 'code')).toEqual(
      expect.not.objectContaining({ digest: expect.any(String) }),
    )

    await page.goto('/home')
    await page.getByText('Données sur cet appareil').click()
    await press(page, 'Effacer mes données de cet appareil')
    await press(page, 'Effacer')
    await page.getByText('Vos données ont été effacées de cet appareil.').waitFor()
    expect(await codes(page)).toEqual([])
    await page.goto('/recepisse')
    await field(page, 'otp').waitFor()
    expect(await otpOf(page)).toBe('')
  })
})

describe('the code that is kept', () => {
  test('makes room for the new one that the provider asks for, which then takes its place', async () => {
    const { page } = await students.open('phone', provider.url)
    await toDocuments(page)
    await atReceipt(page)
    await eventually(() => otpOf(page)).toBe(code)
    const asks = { status: 0, codeRequis: true, msg: 'Un nouveau code vient d’être envoyé.' }
    provider.script(receipt, { reply: asks, times: 1 })
    await press(page, download)
    await expectAlert(page, 'warning', asks.msg)
    await eventually(() => otpOf(page)).toBe('')
    expect(await page.getByText(isKept).count()).toBe(0)
    expect(await codes(page)).toEqual([])
    provider.script(receipt, { reply: { status: 1, msg: '/recepisses/v1/fichier.pdf' } })
    await fill(page, { otp: '7391' })
    await Promise.all([page.waitForEvent('download'), press(page, download)])
    expect(provider.calls(receipt).map(({ body }) => body.otp)).toEqual([code, '7391'])
    await eventually(() => codes(page)).toEqual(['7391'])
    await atReceipt(page)
    await eventually(() => otpOf(page)).toBe('7391')
    await field(page, 'otp').tap()
    await page.keyboard.type('4826')
    expect(await otpOf(page)).toBe('4826')
  })
})

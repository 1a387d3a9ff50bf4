import { describe, expect, test } from 'vitest'
import { alter, drawnAnew, everyAlteration } from './setup/altering.ts'
import { code, student } from './setup/answers.ts'
import { cursor, eventually } from './setup/device.ts'
import { field, fill, phone, press } from './setup/hands.ts'
import { gate, oneProvider } from './setup/network.ts'
import { goOn, takenInSlices, untilBegun } from './setup/slices.ts'
import { visitors } from './setup/students.ts'

/** A page that somebody altered before React came is drawn anew: what the student has given by then stays. */

const students = visitors()
const provider = await oneProvider()

/** A page whose scripts wait for `open`, from the first one or from React on. */
async function waiting(path: string, first: 'index' | 'react') {
  const { page, witness } = await students.open('phone', provider.url)
  witness.allow(drawnAnew)
  provider.script('/sw.js', { status: 404 })
  witness.allow(/ServiceWorker|404/)
  const { hold, open } = gate()
  await page.route(`**/assets/${first}-*.js`, async route => {
    await hold
    await route.continue()
  })
  await page.goto(path)
  return { page, open }
}

describe.each(everyAlteration)('%s', how => {
  test('leaves what was typed for the receipt before any script came, and the cursor in it', async () => {
    const { page, open } = await waiting('/recepisse', 'index')
    await field(page, 'otp').fill(code)
    await field(page, 'matricule').fill(student.matricule)
    await field(page, 'num_place').pressSequentially('101')
    await page.keyboard.press('ArrowLeft')
    await alter(page, how)
    open()
    await eventually(() => field(page, 'serie').locator('option').count()).toBeGreaterThan(1)
    expect(await cursor(page)).toEqual(['num_place', 2, 2])
    await page.keyboard.type('0')
    await fill(page, { serie: student.serie, ae: student.ae })
    await press(page, 'Téléchargez votre récépissé')
    await eventually(() => provider.calls('etudiant/voir/recepisse').length).toBe(1)
    expect(provider.calls('etudiant/voir/recepisse')[0]?.body).toMatchObject({
      otp: code,
      matricule: student.matricule,
      num_place: '1001',
    })
  })

  test('leaves year and number of who asks for the state of a file', async () => {
    provider.memory.files.set(phone, { status: 2, msg: 'Dossier validé.' })
    const { page, open } = await waiting('/status', 'react')
    await eventually(() => field(page, 'annee').locator('option').count()).toBeGreaterThan(2)
    await field(page, 'annee').selectOption('2021')
    await field(page, 'phone').pressSequentially('7654')
    await alter(page, how)
    open()
    await field(page, 'matricule').waitFor({ state: 'detached' })
    await page.keyboard.type('3210')
    await press(page, 'Vérifier')
    await page.getByText('Dossier validé.').first().waitFor()
  })

  test('leaves what is typed while React draws', async () => {
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(drawnAnew)
    await takenInSlices(page)
    await page.goto('/recepisse')
    await field(page, 'matricule').pressSequentially('AB')
    await untilBegun(page)
    await alter(page, how)
    await page.keyboard.type('CD')
    await field(page, 'num_place').pressSequentially('77')
    await goOn(page)
    await eventually(() => field(page, 'serie').locator('option').count()).toBeGreaterThan(1)
    expect(await cursor(page)).toEqual(['num_place', 2, 2])
    expect(await field(page, 'matricule').inputValue()).toBe('ABCD')
  })
})

test('a link that is tapped while React draws a translated page is followed', async () => {
  const { page, witness } = await students.open('phone', provider.url)
  witness.allow(drawnAnew)
  await takenInSlices(page)
  await page.goto('/recepisse')
  await untilBegun(page)
  await alter(page, 'a translator')
  await page.locator('a[href="/home"]').first().tap()
  await goOn(page)
  await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
})

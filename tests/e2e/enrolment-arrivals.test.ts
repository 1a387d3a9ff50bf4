import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { code, student } from './setup/answers.ts'
import {
  completeAnswers,
  confirm,
  dialog,
  enrol,
  enterCode,
  field,
  fill,
  fillFirstStep,
  press,
  pressInVain,
  submit,
} from './setup/hands.ts'
import { button, roundTrip, scrollToBottom } from './setup/looks.ts'
import { gate, oneProvider } from './setup/network.ts'
import { alert, expectAt, heading } from './setup/place.ts'
import { visitors } from './setup/students.ts'

/** After each change of the wizard's first two steps, what has the focus is in sight, and the title says where one is. */

const students = visitors()
const provider = await oneProvider()

const save = 'etudiant/enrolement/add'
const titles = {
  identity: 'Informations personnelles – Inscription',
  code: 'Confirmation du numéro de téléphone – Inscription',
  documents: 'Documents à envoyer – Inscription',
}

/** Come to by a tap, as from anywhere in the portal. */
async function register(): Promise<Page> {
  const { page } = await students.at(provider.url, '/home')
  // The page answers: a tap before that is the browser's own way to another page.
  await page.getByRole('timer').waitFor()
  await scrollToBottom(page)
  await page.getByRole('link', { name: /^S'inscrire/ }).click()
  await field(page, 'anneeBac').waitFor()
  return page
}

/** In our own words it stands at the end of a line, and not at the beginning of the next one. */
const colon = '\u00a0: '

const next = (page: Page) => button(page, 'Continuer')

describe('a student in the wizard', () => {
  test('arrives at the heading of each step', async () => {
    const page = await register()
    const first = heading(page, 'Informations personnelles')
    await expectAt(first, titles.identity, 'top')
    await fillFirstStep(page)
    await submit(page)
    const second = heading(page, 'Confirmation du numéro de téléphone')
    await expectAt(second, titles.code, 'top')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await roundTrip(page)
    await expectAt(second, titles.code)
    await enterCode(page, code)
    const third = heading(page, 'Documents à envoyer')
    await expectAt(third, titles.documents, 'top')
  })

  test('is asked who was found, and goes on at the attestation number, or corrects the place number', async () => {
    const page = await register()
    await fill(page, completeAnswers)
    for (const [answer, name] of [
      ['Annuler', 'numPlace'],
      ['Je confirme', 'numAttest'],
    ] as const) {
      await expectAt(dialog(page).getByRole('heading', { name: 'Est-ce bien vous ?' }))
      await dialog(page).getByRole('button', { name: answer, exact: true }).click()
      await expectAt(field(page, name), titles.identity)
      if (answer === 'Annuler') await press(page, 'Relancer la recherche')
    }
  })

  test('is asked who was found at once where « Continuer » is pressed, though the hands are not still', async () => {
    const page = await register()
    const answer = gate()
    provider.script('etudiant/search/matricule', { hold: answer.hold, times: 1 })
    await fill(page, completeAnswers)
    await page.locator('form .spinner').waitFor()
    // Hands that never rest.
    await page.evaluate(() => void setInterval(() => dispatchEvent(new Event('keydown')), 300))
    answer.open()
    await page.locator('[name="matricule"]').waitFor()
    await next(page).press('Enter')
    await dialog(page).getByRole('heading', { name: 'Est-ce bien vous ?' }).waitFor()
  })

  test('hears of a refused save, and can be helped on the spot', async () => {
    const msg = 'Ce matricule est déjà inscrit avec un autre numéro de téléphone.'
    provider.script(save, { reply: { status: 0, msg }, times: 1 })
    const page = await register()
    await fillFirstStep(page)
    await submit(page)
    await expectAt(alert(page, msg), `Erreur : ${titles.identity}`, 'top')
    await page.getByText('Un code a déjà confirmé un autre numéro.').waitFor()
    expect(await page.locator('form a[href^="tel:"], form a[href^="https://wa.me/"]').count()).toBe(2)
    await submit(page)
    await expectAt(heading(page, 'Confirmation du numéro de téléphone'), titles.code)
  })

  test('writes over a code that was refused, and does not read beside it that one was sent', async () => {
    const page = await register()
    await enrol(page, 'complete')
    await page.getByRole('status').filter({ hasText: 'Un code vous a été envoyé.' }).waitFor()
    await enterCode(page, '0000')
    await alert(page, 'Code incorrect.').waitFor()
    await expectAt(field(page, 'otp'), `Erreur : ${titles.code}`)
    expect(await field(page, 'otp').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByText('Un code vous a été envoyé.').count()).toBe(0)
    await page.keyboard.type(`${code.slice(0, 2)} ${code.slice(2)}`)
    await press(page, 'Continuer')
    await expectAt(heading(page, 'Documents à envoyer'), titles.documents)
    expect(provider.calls('etudiant/otp/valide').map(({ body }) => body.otp)).toEqual(['0000', code])
  })

  test('corrects the number as long as no code has confirmed it, and is asked for it once more', async () => {
    const page = await register()
    await enrol(page, 'complete')
    await enterCode(page, '0000')
    await alert(page, 'Code incorrect.').waitFor()
    await press(page, 'Modifier mon numéro')
    await expectAt(field(page, 'phone'), titles.identity)
    await fill(page, { phone: '65 43 21 09' })
    await press(page, 'Continuer')
    expect(await dialog(page).textContent()).toContain('65432109 recevra le paiement')
    await confirm(page)
    await expectAt(heading(page, 'Confirmation du numéro de téléphone'), titles.code)
    expect(await page.locator('main').textContent()).toContain('Au numéro 65432109')
    expect(await field(page, 'otp').inputValue()).toBe('')
    expect(provider.calls(save).map(({ body }) => [body.matricule, body.phone])).toEqual([
      [student.matricule, completeAnswers.phone],
      [student.matricule, '65432109'],
    ])
    await enterCode(page, code)
    await field(page, 'attest').waitFor({ state: 'attached' })
  })

  test('hears of another code where it was asked for, and of the refusal of one', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.clock.install()
    await page.goto('/register')
    await enrol(page, 'complete')
    for (const [reply, role] of [
      [{ status: 1, msg: 'Un autre code est envoyé.' }, 'status'],
      [{ status: 0, msg: 'Trop de codes.' }, 'alert'],
    ] as const) {
      provider.script(save, { reply, times: 1 })
      await page.clock.fastForward(61_000)
      await press(page, 'Recevoir un nouveau code')
      await expectAt(page.locator('main').getByRole(role).filter({ hasText: reply.msg }))
    }
  })
})

describe('a "Continuer" that cannot go on', () => {
  test('says what is missing and what is wrong, and leads there', async () => {
    const page = await register()
    const { serie: _, numAttest: __, ...given } = completeAnswers
    await fill(page, { ...given, phone: '7000000', nina: 'AB' })
    await field(page, 'attestation').check()
    expect(await next(page).isDisabled()).toBe(true)
    await pressInVain(page)
    const summary = alert(page, 'Il manque 2 réponses, 2 sont à corriger')
    await expectAt(summary, `Erreur : ${titles.identity}`)
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      `Série${colon}à choisir`,
      `Numéro de l'attestation du bac${colon}à remplir`,
      `Numéro de la carte NINA${colon}Pas moins de 11 chiffres/lettres.`,
      `Numéro de téléphone${colon}Pas moins de 8 chiffres.`,
    ])
    for (const name of ['serie', 'numAttest', 'nina', 'phone'])
      expect(await field(page, name).getAttribute('aria-invalid'), name).toBe('true')
    await page.getByLabel("Numéro de l'attestation du bac à remplir").waitFor()
    await summary.getByRole('link', { name: 'Numéro de téléphone' }).click()
    await expectAt(field(page, 'phone'))
    await page.keyboard.press('End')
    await page.keyboard.type('1')
    await alert(page, 'Il manque 2 réponses, 1 est à corriger').waitFor()
    await fill(page, { nina: '', numAttest: '204518', serie: student.serie })
    await confirm(page)
    await summary.waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toBe(titles.identity)
    await expect.poll(() => next(page).isDisabled()).toBe(false)
  })

  test('names the year alone before it is chosen, and the search once its answers are there', async () => {
    provider.script('etudiant/search/matricule', { reply: { status: 0, msg: 'Personne.' } })
    const page = await register()
    await pressInVain(page)
    const links = alert(page, 'Il manque 1 réponse').getByRole('link')
    await expect.poll(() => links.allTextContents()).toEqual([`Année du baccalauréat${colon}à choisir`])
    await fill(page, completeAnswers)
    await alert(page, 'Personne.').waitFor()
    await field(page, 'attestation').check()
    await pressInVain(page)
    await expect.poll(() => links.allTextContents()).toEqual([`Numéro matricule${colon}à trouver par la recherche`])
  })

  test('on the code step leads to the code', async () => {
    const page = await register()
    await enrol(page, 'complete')
    await pressInVain(page)
    await expectAt(field(page, 'otp'), `Erreur : ${titles.code}`)
    await page.getByLabel('Code de confirmation à remplir').waitFor()
    expect(provider.calls('etudiant/otp/valide')).toEqual([])
  })

  test('finds nothing wrong with an answer that is still being written', async () => {
    const page = await register()
    await fill(page, { anneeBac: '2025' })
    await field(page, 'phone').pressSequentially('7654')
    expect(await field(page, 'phone').getAttribute('aria-invalid')).toBeNull()
    await field(page, 'numAttest').focus()
    await expect.poll(() => field(page, 'phone').getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'numAttest').getAttribute('aria-invalid')).toBeNull()
  })
})

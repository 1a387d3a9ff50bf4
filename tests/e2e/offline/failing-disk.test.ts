import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossier.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { code } from '../setup/answers.ts'
import { eventually, stored } from '../setup/device.ts'
import { breakDisk, healDisk } from '../setup/disk.ts'
import { draftResumed, enrol, enterCode, field, fill, giveDocument } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults, /UnknownError|SecurityError|TimeoutError|opening backing store/)

async function aDraft(): Promise<Page> {
  const { page, context } = await phone(network.url).start()
  await page.goto('/register')
  await fill(page, { anneeBac: '2025', numAttest: '204518' })
  await eventually(async () => (await stored<Dossier>(page, 'dossiers'))[0]?.answers.numAttest).toBe('204518')
  await page.close()
  return context.newPage()
}

async function draftThere(page: Page): Promise<void> {
  await draftResumed(page).waitFor()
  expect(await field(page, 'numAttest').inputValue()).toBe('204518')
}

describe('a disk that fails for a moment', () => {
  test.each([1, 3])('at its read number %i hides no draft, and puts no other in its place', async nth => {
    const page = await aDraft()
    await breakDisk(page, { read: { store: 'dossiers', nth } })
    await page.goto('/register')
    await draftThere(page)
    await field(page, 'phone').fill('76543210')
    const kept = async () => (await stored<Dossier>(page, 'dossiers')).map(({ answers }) => answers)
    const all = { anneeBac: '2025', numAttest: '204518', phone: '76543210' }
    await eventually(kept).toEqual([all])
    await page.reload()
    await draftThere(page)
  })

  test('when it is opened is opened again, and the draft is there by itself', async () => {
    const page = await aDraft()
    await breakDisk(page, { open: { forMs: 3_000 } })
    await page.goto('/register')
    await draftThere(page)
  })
})

describe('a disk that does not answer', () => {
  const silent = 'La mémoire de ce téléphone ne répond pas.'

  test('is told on each page that waits for it, with no empty form; what comes late is there by itself', async () => {
    const page = await aDraft()
    await breakDisk(page, { open: { silent: true } })
    for (const path of ['/home', '/preparer', '/envois', '/register']) {
      await page.goto(path)
      await page.getByRole('alert').filter({ hasText: silent }).waitFor()
      if (path === '/home') continue
      expect(await page.getByText('Sur un réseau lent').count()).toBe(0)
      expect(await page.getByText("Rien n'attend le réseau.").count()).toBe(0)
      expect(await page.locator('form').count()).toBe(0)
    }
    await healDisk(page)
    await draftThere(page)
    await page.getByRole('alert').filter({ hasText: silent }).waitFor({ state: 'detached' })
  })
})

describe('a disk that can’t be used at all', () => {
  const memory = 'quitter cette page efface vos réponses'
  const damaged = 'La mémoire de ce téléphone est illisible, peut-être abîmée.'
  const forbidden = 'Ce navigateur ne laisse rien garder au portail'
  const full = "Il n'y a plus de place sur cet appareil"

  test('does not end an enrolment: it works in the open page, which says so and asks before it is left', async () => {
    const { page } = await phone(network.url).start()
    await breakDisk(page, { open: {} })
    const asked: string[] = []
    page.on('dialog', dialog => {
      asked.push(dialog.type())
      return dialog.dismiss()
    })
    await page.goto('/register')
    await page.getByText(damaged).waitFor()
    await page.getByText(memory).waitFor()
    await enrol(page, 'complete')
    expect(await page.getByText('Tout est enregistré').count()).toBe(0)
    await page.evaluate(() => location.reload())
    await eventually(() => asked).toEqual(['beforeunload'])
    await enterCode(page, code)
    for (const type of documentTypes) await giveDocument(page, type, await smallPhoto(type))
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    expect(network.provider.calls('etudiant/files/upload')).toHaveLength(documentTypes.length)
    await page.goto('/home')
    expect(asked).toEqual(['beforeunload'])
  })

  test.each([
    ['forbidden', { none: true }, forbidden],
    ['full', { open: { name: 'QuotaExceededError' } }, full],
  ])('is told by what is wrong with it, on each page: %s', async (_, faults, words) => {
    const { page } = await phone(network.url).start()
    await breakDisk(page, faults)
    for (const path of ['/home', '/envois', '/preparer', '/register']) {
      await page.goto(path)
      await page.getByText(words).waitFor()
      await page.getByText(memory).waitFor()
      expect(await page.getByText("Rien n'attend le réseau.").count()).toBe(0)
    }
    await field(page, 'numAttest').waitFor()
  })
})

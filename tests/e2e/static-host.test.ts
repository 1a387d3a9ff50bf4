import { beforeEach, describe, expect, test } from 'vitest'
import { student } from './setup/answers.ts'
import { builds, xsrfToken } from './setup/builds.ts'
import { field } from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** The same dist/ on any static host, beside another implementation of the contract, at the default paths. */

const students = visitors()
const provider = await oneProvider()

const flags = { actNaissV: '0', pieceIdV: '2', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
const toCorrect = { status: 0, msg: 'À reprendre.', matricule: student.matricule, ...flags }
beforeEach(() => {
  provider.memory.files.set(student.matricule, toCorrect)
})

const routes = [
  ['/', 'Inscription des bacheliers', '/home'],
  ['/home', 'Inscription des bacheliers', '/home'],
  ['/register', 'Informations personnelles', '/register'],
  [`/reclamation/${student.matricule}`, 'Mise à jour de mes documents', `/reclamation/${student.matricule}`],
  ['/status', 'État de mon dossier', '/status'],
  ['/recepisse', 'Récépissé', '/recepisse'],
  ['/update', 'Mise à jour effectuée', '/update'],
  ['/nulle-part', '404', '/nulle-part'],
] as const

describe('a student who opens a link somebody sent', () => {
  test.each(routes)('%s sees "%s", on the first visit and when it is loaded again', async (path, title, ends) => {
    const { page } = await students.at(provider.url, path)
    const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
    await heading.waitFor()
    expect(new URL(page.url()).pathname).toBe(ends)
    await page.reload()
    await heading.waitFor()
    await page.locator('#late').waitFor({ state: 'detached' })
    const named = path === '/register' ? `${title} – Inscription` : title
    await expect.poll(() => page.title()).toBe(named)
  })

  test('to the other reading of the wizard gets that one', async () => {
    provider.dist = builds.reduced.dir
    const { page } = await students.at(provider.url, '/register')
    await field(page, 'dateNaiss').waitFor()
    expect(await field(page, 'anneeBac').count()).toBe(0)
  })

  test('gives back the token of the cookie with every call, and asks only by POST with JSON', async () => {
    const { page } = await students.at(provider.url, '/register')
    await field(page, 'anneeBac').locator('option').nth(1).waitFor({ state: 'attached' })
    const calls = provider.journal.filter(({ call }) => call !== '')
    expect(calls.length).toBeGreaterThanOrEqual(5)
    for (const { call, method, headers, body } of calls) {
      expect([call, method, headers['content-type'], headers['x-xsrf-token'], body]).toEqual([
        call,
        'POST',
        'application/json',
        xsrfToken,
        {},
      ])
    }
  })
})

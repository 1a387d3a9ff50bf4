import { describe, expect, test } from 'vitest'
import { bamako, student } from './setup/answers.ts'
import { builds, otherSites } from './setup/builds.ts'
import { oneProvider } from './setup/network.ts'
import { expectAt, heading } from './setup/place.ts'
import { visitors } from './setup/students.ts'

/** Sections 1 and 2: what is on every page, which pages there are, and who is let in to register. */

const day = 24 * 3600 * 1000
const students = visitors()
const provider = await oneProvider()

const setWindow = (statut: number, inMilliseconds = day) => {
  provider.memory.chrono = { statut, resultat: { message: 'Message du serveur', dateHeure: bamako(inMilliseconds) } }
}

const pages = [
  '/home',
  '/register',
  '/status',
  '/recepisse',
  '/update',
  `/reclamation/${student.matricule}`,
  '/nulle-part',
]

describe('a student anywhere in the portal', () => {
  test('finds on each page two logos that lead home, and whom to call, write and message', async () => {
    const { page } = await students.open('phone', provider.url)
    for (const [at, path] of pages.entries()) {
      await page.goto(path)
      const logos = page.locator('header a:has(svg)')
      await logos.first().waitFor()
      const ways = await logos.evaluateAll(all => all.map(logo => logo.getAttribute('href')))
      expect(ways).toEqual(['/home', '/home'])
      const footer = page.locator('footer')
      const links = await footer.locator('a').evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
      const beginning = (start: string) => links.filter(link => link.startsWith(start)).length
      expect(beginning('tel:+223')).toBeGreaterThanOrEqual(2)
      expect(beginning('https://wa.me/223')).toBeGreaterThanOrEqual(1)
      expect(beginning('mailto:')).toBe(1)
      for (const label of ['Office des aides', 'Opérateur de paiement', 'Numéro vert', 'WhatsApp'])
        expect(await footer.textContent()).toContain(label)
      await logos.nth(at % 2).click()
      await page.waitForURL('**/home')
    }
  })

  test('who follows a wrong link reads the 404 page and can go back home', async () => {
    const { page } = await students.open('phone', provider.url)
    for (const path of ['/nulle-part', '/status/autre', '/reclamation']) {
      await page.goto(path)
      await page.getByRole('heading', { name: '404', exact: true }).waitFor()
      await page.getByText("La page que vous cherchée n'a pas été trouvée.", { exact: true }).waitFor()
    }
    await page.locator('main a[href="/home"]').click()
    await page.waitForURL('**/home')
  })

  test('who gives no path is led home', async () => {
    const { page } = await students.at(provider.url, '/')
    await page.waitForURL('**/home')
    await page.locator('h1').waitFor()
  })
})

describe('a student who wants to register', () => {
  test.each([
    ['closed', 0],
    ['in a state that nobody knows', 9],
  ])('is led home while enrolment is %s', async (_, statut) => {
    setWindow(statut)
    const { page } = await students.at(provider.url, '/register')
    await page.waitForURL('**/home')
    await page.getByText('Les inscriptions sont fermées').first().waitFor()
    expect(await page.locator('[name="anneeBac"]').count()).toBe(0)
  })

  test('is led home when nobody can say whether enrolment is open', async () => {
    provider.script('etudiant/enrolement/chrono', { status: 400 })
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/status of 400/)
    await page.goto('/register')
    await page.waitForURL('**/home')
  })

  const unasked = 'Dates non vérifiées.'
  const maybe = "elle mène à l'inscription si celle-ci ouvre."
  test.each([0, 9])('is promised nothing that statut %i does not say', async statut => {
    setWindow(statut)
    const { page } = await students.at(provider.url, '/register')
    await page.getByText(maybe).waitFor()
    expect(await page.getByText("s'y ouvrira d'elle-même").count()).toBe(0)
    expect(await page.getByText(unasked).count()).toBe(0)
  })

  test.each([
    ['an error is all that the server answers', day, { status: 400 }],
    ['the server is out of reach and the kept date has passed', -day, { cut: 'request' }],
  ] as const)('is told that the dates could not be checked where %s', async (_, kept, fault) => {
    setWindow(1, kept)
    const { page, witness } = await students.open('phone', provider.url)
    witness.allow(/status of 400|net::ERR_/)
    await page.goto('/home')
    await page.getByRole('timer').waitFor()
    await page.clock.install()
    provider.script('etudiant/enrolement/chrono', fault)
    await page.goto('/register')
    await page.waitForURL('**/home')
    await page.getByText(unasked).waitFor()
    provider.behave()
    setWindow(1)
    await page.clock.fastForward(60_000)
    await page.locator('[name="anneeBac"]').waitFor()
  })

  test('goes on to the wizard by itself once the window opens', async () => {
    setWindow(0)
    const { page } = await students.open('phone', provider.url)
    await page.clock.install()
    await page.goto('/register')
    await page.waitForURL('**/home')
    setWindow(1)
    await page.clock.fastForward(60_000)
    await page.waitForURL('**/register')
    await page.locator('[name="anneeBac"]').waitFor()
  })

  test('who came to the home page by themselves is not carried off when the window opens', async () => {
    setWindow(0)
    const { page } = await students.open('phone', provider.url)
    await page.goto('/home')
    await page.getByText('Les inscriptions sont fermées').first().waitFor()
    setWindow(1)
    await page.reload()
    await page.locator('table').waitFor()
    expect(new URL(page.url()).pathname).toBe('/home')
  })

  test.each([1, 2])('is let in while the window is open (statut %i)', async statut => {
    setWindow(statut)
    const { page } = await students.at(provider.url, '/home')
    await page.locator('main a[href="/register"]', { hasText: '2025' }).click()
    await page.waitForURL('**/register')
    await page.locator('[name="anneeBac"]').waitFor()
  })
})

describe('a student with an older bac', () => {
  const sites = Object.values(otherSites)

  test('finds two buttons to other sites while enrolment is open, and none while it is closed', async () => {
    provider.dist = builds.reduced.dir
    const { page } = await students.at(provider.url, '/home')
    for (const [site, label] of [
      [sites[0], 'Bac 2020 ou 2019'],
      [sites[1], 'Bac antérieur à 2019'],
    ] as const) {
      const link = page.locator(`main a[href="${site}"]`)
      await link.waitFor()
      expect(await link.textContent()).toBe(label)
    }
    for (const statut of [0, 7]) {
      setWindow(statut)
      await page.goto('/home')
      await page.getByText('Les inscriptions sont fermées').first().waitFor()
      for (const site of sites) expect(await page.locator(`a[href="${site}"]`).count()).toBe(0)
    }
  })
})

/** What stands round every page, and what has the focus when one follows another. */

describe('a student who goes from page to page', () => {
  test('stands at the top of each, with its heading in the focus and its name in the title', async () => {
    const { page } = await students.at(provider.url, '/home')
    await page.getByRole('timer').waitFor()
    for (const [link, title] of [
      ["Vérifier l'état de mon dossier", 'État de mon dossier'],
      ['Aide aux étudiants, accueil', 'Inscription des bacheliers'],
      ['Télécharger mon récépissé', 'Récépissé'],
      ['Paiement mobile, accueil', 'Inscription des bacheliers'],
    ] as const) {
      await page.getByRole('link', { name: link }).click()
      await expectAt(heading(page, title), title, 'top')
    }
  })

  test('finds on a wrong way out of the 404 page the pages that most look for', async () => {
    const { page } = await students.at(provider.url, '/nulle-part')
    await page.getByRole('link', { name: 'Télécharger mon récépissé' }).waitFor()
    await page.getByRole('link', { name: "Vérifier l'état de mon dossier" }).click()
    await expectAt(heading(page, 'État de mon dossier'), undefined, 'top')
  })
})

describe('a student who uses the keyboard', () => {
  test('may skip logos and lines: the first stop shows itself, and leads to the content', async () => {
    const { page } = await students.at(provider.url, '/status')
    await page.locator('#late').waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Aller au contenu' })
    const box = await skip.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThan(100)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('annee')
    // It has led nowhere else.
    expect(await page.title()).toBe('État de mon dossier')
  })
})

test.each([
  ['phone', { viewport: { width: 320, height: 640 } }],
  ['tablet', {}],
] as const)('every way in head and foot is as large as the tip of a thumb on a %s', async (device, options) => {
  const { page } = await students.open(device, provider.url, options)
  await page.goto('/home')
  await page.getByRole('timer').waitFor()
  const small = await page.locator('header a, main a, footer a, summary').evaluateAll(all =>
    all
      .map(one => ({ name: one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 47.5 || box.width < 47.5)
      .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
  )
  expect(small).toEqual([])
})

test.each(['light', 'dark'] as const)(
  'the browser colours its own bar like the page, in the %s scheme',
  async colorScheme => {
    const { page } = await students.at(provider.url, '/home', { colorScheme })
    const { bar, head } = await page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
      const named = metas.find(({ media }) => matchMedia(media).matches)?.content ?? ''
      const probe = document.createElement('span')
      probe.style.color = named
      document.body.append(probe)
      return {
        bar: getComputedStyle(probe).color,
        head: getComputedStyle(document.querySelector('header') ?? probe).backgroundColor,
      }
    })
    expect(bar).toBe(head)
  },
)

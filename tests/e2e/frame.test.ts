import { describe, expect, test } from 'vitest'
import { oneProvider } from './setup/network.ts'
import { expectAt, heading } from './setup/place.ts'
import { visitors } from './setup/students.ts'

/** What stands round every page, and what has the focus when one follows another. */

const students = visitors()
const provider = await oneProvider()

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

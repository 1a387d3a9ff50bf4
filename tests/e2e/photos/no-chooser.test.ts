import { expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { bringOwnCamera, cameraAllowed } from '../setup/browser.ts'
import { dialog, documentRow, documentState, pressInRow, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

const visits = visitors(cameraAllowed)
const provider = await oneProvider()

test('a browser that opens no picker for our file names leaves two other ways, once that has shown twice', async () => {
  const { page, context } = await visits.open('phone', provider.url)
  await bringOwnCamera(context)
  await context.addInitScript(() => {
    const { click } = HTMLInputElement.prototype
    HTMLInputElement.prototype.click = function () {
      if (this.accept.startsWith('.')) this.dispatchEvent(new Event('cancel'))
      else click.call(this)
    }
  })
  await toDocuments(page)
  const row = documentRow(page, 'attest')
  const why = row.getByText('Toujours pas de photo ?')
  await pressInRow(page, 'attest', 'Prendre une photo')
  await row.getByRole('button', { name: 'Choisir une photo' }).click()
  await why.waitFor()
  const inputs = row.locator('input[type="file"]')
  expect(await inputs.count()).toBe(2)
  expect(await row.locator('input[type="file"][name="attest"][accept=".jpg,.jpeg,.png"]').count()).toBe(1)

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    row.getByRole('button', { name: 'Choisir parmi toutes les images' }).click(),
  ])
  expect(await chooser.element().getAttribute('name')).toBeNull()
  await chooser.setFiles(await smallPhoto('attest'))
  await documentState(page, 'attest', 'sent')

  await pressInRow(page, 'carteid', 'Photographier sans quitter le portail')
  await dialog(page).getByRole('button', { name: 'Prendre la photo' }).click()
  await documentState(page, 'carteid', 'sent')
})

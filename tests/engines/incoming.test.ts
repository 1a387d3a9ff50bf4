import { expect, test } from 'vitest'
import { eventually } from '../e2e/setup/device.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { installed, stored, title } from './setup/hands.ts'
import { inEachEngine, networkFaults, ownProvider } from './setup/journeys.ts'

const provider = ownProvider()

/** Neither engine has a share sheet that leads to a page; whatever posts to the address is answered all the same. */
function postForm(): void {
  const form = document.createElement('form')
  Object.assign(form, { action: '/partage', method: 'post', enctype: 'multipart/form-data', acceptCharset: 'utf-8' })
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', name: 'photos' })
  const button = document.createElement('button')
  button.textContent = 'Partager'
  form.append(input, button)
  document.documentElement.append(form)
}

inEachEngine(students => {
  test('a photo that is posted to the portal is taken in by its worker, with the server gone, and finds its place', async () => {
    const tab = await students.visit({ lasting: true })
    await tab.open(`${provider.url}/home`)
    await installed(tab)
    await tab.open(`${provider.url}/robots.txt`)
    await tab.run(postForm, undefined)
    await tab.give({ css: 'input[name=photos]' }, await smallPhoto('moteurs'))
    students.allow(networkFaults)
    await provider.stop()
    await tab.tap({ css: 'button', text: 'Partager' })
    await tab.waitFor(title('Quel document est sur cette photo ?'))
    expect(await stored(tab, 'sourceFiles', 'getAllKeys')).toHaveLength(1)
    await tab.waitFor({ css: 'img.preview' })
    await tab.tap({ css: 'main li:nth-child(4) button' })
    await tab.waitFor(title('Vos photos ont leur place'), 60_000)
    await eventually(async () => (await stored(tab, 'sourceFiles', 'getAllKeys')).map(String)).toEqual([
      expect.stringMatching(/\/attest$/),
    ])
  })
})

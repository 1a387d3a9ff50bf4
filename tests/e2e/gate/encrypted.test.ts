import { expect, test } from 'vitest'
import { enrol, press } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import {
  choose,
  chooseWords,
  enterSecret,
  lock,
  lockButton,
  onDisk,
  rows,
  share,
  wordsOffered,
} from '../shared/tablet.ts'

const students = visitors()
const provider = await oneProvider()

test('three words open an encrypted dossier as a keyboard and a piece of paper write them; a rounds’ count of this device stands in its box', async () => {
  const { page } = await students.open('tablet', provider.url)
  await share(page)
  await page.goto('/register')
  await press(page, 'Commencer un nouveau dossier')
  await wordsOffered(page)
  const words = await chooseWords(page)
  await press(page, 'Protéger et commencer')
  await lockButton(page).waitFor()
  await enrol(page, 'complete')
  await onDisk(page, 'A. T.')
  const [row] = (await rows(page)) as unknown as { iterations: number }[]
  expect(row?.iterations).toBeGreaterThanOrEqual(600_000)
  await lock(page)
  await choose(page, 'A. T.')
  const [first = '', ...rest] = words.split(' ')
  await enterSecret(page, `${first[0]?.toUpperCase()}${first.slice(1)}-${rest.join('').toUpperCase()} `)
  await lockButton(page).waitFor()
})

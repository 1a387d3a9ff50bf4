import { expect, test } from 'vitest'
import { agree, halfFilled, isMarked, isNext, offered } from '../offline/updating.ts'
import { installed } from '../setup/device.ts'
import { field } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

test.each([
  ['in the session in which the worker was installed', false],
  ['in a later session', true],
])(
  'a new version of the portal is announced %s, and waits under a half-filled form until the student agrees',
  async (_, later) => {
    const { page } = await phone(network.url).start()
    await page.goto('/register')
    await installed(page)
    if (later) await page.reload()
    await halfFilled(page)
    await offered(page, network.provider)
    expect(await isMarked(page)).toBe(true)
    expect(await isNext(page)).toBe(false)
    expect(await field(page, 'numAttest').inputValue()).toBe('204518')

    await agree(page)
    await page.getByText('Brouillon repris').waitFor()
    expect(await field(page, 'anneeBac').inputValue()).toBe('2025')
    expect(await field(page, 'numAttest').inputValue()).toBe('204518')
  },
)

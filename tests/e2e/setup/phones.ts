import { afterEach } from 'vitest'
import { Phone } from './phone.ts'

/** Phones for the tests of a file; each is put away after its test, which fails when a phone was not quiet. */
export function phones(...allowed: RegExp[]): (baseURL: string) => Phone {
  const used: Phone[] = []
  afterEach(async () => {
    const all = used.splice(0)
    for (const phone of all) await phone.dispose()
    for (const { witnesses } of all) for (const witness of witnesses) witness.expectQuiet(allowed)
  })
  return baseURL => {
    const phone = new Phone(baseURL)
    used.push(phone)
    return phone
  }
}

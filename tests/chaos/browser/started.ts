import type { Visit } from '../../e2e/setup/browser.ts'
import type { Phone } from '../../e2e/setup/phone.ts'

/** Chromium itself does not always come up after it was killed; whoever holds the phone starts it again. */
export async function started(phone: Phone, attempts = 3): Promise<Visit> {
  try {
    return await phone.start()
  } catch (error) {
    if (attempts <= 1) throw error
    return started(phone, attempts - 1)
  }
}

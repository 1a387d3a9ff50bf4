import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** Section 9: four digits. */
export function newCode(): string {
  return String(randomInt(10_000)).padStart(4, '0')
}

/** Four digits are guessed at once from a plain hash: this one is keyed (what a stolen database tells: SECURITY.md). */
export function hashCode(secret: Buffer, matricule: string, code: string): string {
  return createHmac('sha256', secret).update(`code|${matricule}|${code}`).digest('hex')
}

export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** The last line lets a phone offer the code to the page of this host, and to no other one (WebOTP). */
export function codeText(code: string, host?: string): string {
  const text = `Inscription des bacheliers : votre code est ${code}. Il est valable 30 minutes. Ne le donnez à personne.`
  return host ? `${text}\n\n@${host} #${code}` : text
}

import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** Section 9: four digits. */
export function newCode(): string {
  return String(randomInt(10_000)).padStart(4, '0')
}

/** Four digits are guessed at once from a plain hash: the secret lies outside the database. */
export function hashCode(secret: Buffer, matricule: string, code: string): string {
  return createHmac('sha256', secret).update(`code|${matricule}|${code}`).digest('hex')
}

export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

export function codeText(code: string): string {
  return `Inscription des bacheliers : votre code est ${code}. Il est valable 30 minutes. Ne le donnez à personne.`
}

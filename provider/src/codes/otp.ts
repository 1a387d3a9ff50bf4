import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { otpDigits } from '../../../src/spec/limits.ts'

/** What a code is for; it is valid for nothing else. */
export type CodePurpose = 'enrolment' | 'correction' | 'receipt'

export function newCode(): string {
  return String(randomInt(10 ** otpDigits)).padStart(otpDigits, '0')
}

/**
 * Four digits are quickly found from an unkeyed hash: this one is keyed (what a stolen database
 * tells: SECURITY.md).
 */
export function hashCode(
  secret: Buffer,
  matricule: string,
  code: string,
  purpose: CodePurpose = 'enrolment',
): string {
  return createHmac('sha256', secret)
    .update(`code for ${purpose}|${matricule}|${code}`)
    .digest('hex')
}

export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

const ends: Record<CodePurpose, string> = {
  enrolment: 'Inscription des bacheliers',
  correction: 'Remplacer un document',
  receipt: 'Récépissé',
}

export interface Message {
  purpose: CodePurpose
  /** When the code was asked for: messages come late, and in any order. */
  at: Date
  /** Of the portal, where it is known. */
  host?: string | undefined
}

/**
 * The last line lets a phone offer the code to the page of this host only (WebOTP). Bamako's time
 * is UTC.
 */
export function codeText(code: string, { purpose, at, host }: Message): string {
  const asked = `Demandé à ${at.toISOString().slice(11, 16).replace(':', ' h ')}, valable 30 min.`
  const text = `${ends[purpose]} : votre code est ${code}. ${asked} Ne le donnez à personne.`
  return host ? `${text}\n\n@${host} #${code}` : text
}

import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import { otpDigits } from '../shared.ts'
import { json } from './ask.ts'
import { type CodeSource, wholeCode } from './student.ts'

const Messages = v.array(v.looseObject({ phone: v.string(), text: v.string() }))
const codeInText = new RegExp(`(?<!\\d)\\d{${otpDigits}}(?!\\d)`)

export interface Sms {
  code: string
  /** The message itself, where the source lists messages. */
  text?: string
}

/**
 * The code from the SMS: given in the file, read from a URL, or typed in by the owner of the phone.
 */
export async function codeFor(
  phone: string,
  source: CodeSource | undefined,
): Promise<Sms | undefined> {
  if (typeof source === 'string') return { code: source }
  if (source) return listedCode(source.url, phone)
  const code = process.stdin.isTTY ? await typedCode() : undefined
  return code === undefined ? undefined : { code }
}

/**
 * A list of messages, newest first, as the stand-in provider's `/_sms.json?jeton=…` gives; or any
 * text in which the code is the first number of its length.
 */
async function listedCode(url: string, phone: string): Promise<Sms | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(45_000) }).catch(() => undefined)
  if (!response?.ok) return undefined
  const all = await response.text()
  const messages = v.safeParse(Messages, json(all))
  const text = messages.success
    ? (messages.output.find(one => one.phone === phone)?.text ?? '')
    : all
  const code = codeInText.exec(text)?.[0]
  return code === undefined ? undefined : { code, ...(messages.success && { text }) }
}

async function typedCode(): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await terminal.question("The code that the test student's phone has received: ")
  terminal.close()
  return wholeCode.test(typed.trim()) ? typed.trim() : undefined
}

/** A code that is written well, and is another one than these. */
export function wrongCode(code: string, ...others: readonly string[]): string {
  const next = String((Number(code) + 1) % 10 ** otpDigits).padStart(otpDigits, '0')
  return others.includes(next) ? wrongCode(next, code, ...others) : next
}

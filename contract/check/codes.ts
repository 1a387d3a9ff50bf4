import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import { otpDigits } from '../../src/spec/limits.ts'
import { json } from './ask.ts'
import { type CodeSource, wholeCode } from './student.ts'

const Messages = v.array(v.looseObject({ phone: v.string(), text: v.string() }))
const codeInText = new RegExp(`(?<!\\d)\\d{${otpDigits}}(?!\\d)`)

/** The code from the SMS: given in the file, read from a URL, or typed in by the owner of the phone. */
export async function codeFor(phone: string, source: CodeSource | undefined): Promise<string | undefined> {
  if (typeof source === 'string') return source
  if (source) return listedCode(source.url, phone)
  return process.stdin.isTTY ? typedCode() : undefined
}

/**
 * A list of messages, newest first, as the stand-in provider's `/_sms.json?jeton=…` gives; or any text in which the
 * code is the first number of its length.
 */
async function listedCode(url: string, phone: string): Promise<string | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(45_000) }).catch(() => undefined)
  if (!response?.ok) return undefined
  const text = await response.text()
  const messages = v.safeParse(Messages, json(text))
  const message = messages.success ? (messages.output.find(one => one.phone === phone)?.text ?? '') : text
  return codeInText.exec(message)?.[0]
}

async function typedCode(): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await terminal.question("The code that the test student's phone has received: ")
  terminal.close()
  return wholeCode.test(typed.trim()) ? typed.trim() : undefined
}

/** A code that is written well, and is another one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 10 ** otpDigits).padStart(otpDigits, '0')

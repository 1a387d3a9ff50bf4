import { useEffect, useRef, useState } from 'react'
import type { Outcome } from '../../core/api/schemas.ts'
import { listMine } from '../../core/db/dossiers.ts'
import { dropCode, keepCode, keptCode } from '../../core/db/receipt-code.ts'
import { useStored } from '../../core/db/use-stored.ts'
import {
  type Check,
  codeOfLength,
  digitsAtLeast,
  faultOf,
  letters,
  number,
} from '../../spec/checks.ts'
import { matriculeLength, otpDigits } from '../../spec/limits.ts'
import { useLeft } from '../../ui/use-left.ts'
import { judgeKeptCode, type ReceiptAnswers } from './kept-code.rule.ts'

/** Section 5, receipt form. */
const checks = {
  num_place: number,
  serie: letters,
  ae: letters,
  otp: digitsAtLeast(otpDigits),
  matricule: codeOfLength(matriculeLength.wizard, matriculeLength.receiptMax),
} satisfies Record<string, Check>

export type Request = ReturnType<typeof useRequest>

/** The form's answers, filled in from what this device knows already. */
export function useRequest() {
  const { know, take, ...form } = useAnswers(checks)
  const { value: known, again } = useStored(['receiptAnswers'], knownHere)
  const fields = useRef({ know, take })
  useEffect(() => {
    if (!known) return
    const { know, take } = fields.current
    know(known)
    // The device may become a shared one: the next student must not find the code in its field.
    return () => {
      if (known.otp) take('otp', known.otp)
    }
  }, [known])
  return {
    ...form,
    known: known !== undefined,
    /** The field shows the code that was confirmed on this device. */
    isKeptCode: !!known?.otp && form.answers.otp === known.otp,
    /** Keeps the code that gave the receipt; lets go of one that did not, also from the field. */
    async learn(asked: ReceiptAnswers, reply: Outcome): Promise<void> {
      const verdict = known && judgeKeptCode(known, asked, reply)
      if (!verdict) return
      if (verdict === 'keep') await keepCode(known.dossier, asked.otp)
      else {
        take('otp', asked.otp)
        await dropCode(known.dossier, asked.otp)
      }
      await again()
    },
  }
}

interface Known extends ReceiptAnswers {
  dossier: string
}

/**
 * What an enrolment on this device has answered already: the newest one, or on a shared device the
 * open one. Only a student's own device keeps the code: at a shared one the student need not be the
 * one who enrolled.
 */
async function knownHere(): Promise<Known | undefined> {
  const { mine } = await listMine()
  const enrolled = mine.find(({ kind, answers }) => kind === 'enrolment' && answers.matricule)
  if (!enrolled) return undefined
  const { numPlace = '', serie = '', ae = '', matricule = '' } = enrolled.answers
  const otp = (await keptCode(enrolled.id)) ?? ''
  return { dossier: enrolled.id, num_place: numPlace, serie, ae, otp, matricule }
}

/** The answers of a short form. A fault is shown once its field was edited (section 5). */
function useAnswers<Name extends string>(checks: Record<Name, Check>) {
  const names = Object.keys(checks) as Name[]
  const [answers, setAnswers] = useState(
    () => Object.fromEntries(names.map(name => [name, ''])) as Record<Name, string>,
  )
  const { left, edit, leave } = useLeft<Name>()
  return {
    answers,
    /** Fills in what this device knows already, where the student has not answered yet. */
    know(known: Readonly<Record<Name, string>>) {
      setAnswers(
        old =>
          Object.fromEntries(names.map(name => [name, old[name] || known[name]])) as typeof old,
      )
    },
    /** Empties a field that still holds this answer. */
    take(name: Name, answer: string) {
      setAnswers(old => (old[name] === answer ? { ...old, [name]: '' } : old))
    },
    /** The fields that are still empty or wrong. */
    open: names.filter(name => faultOf(checks[name], answers[name]) !== undefined),
    field: (name: Name) => ({
      name,
      value: answers[name],
      required: true,
      error: left.has(name) ? faultOf(checks[name], answers[name]) : undefined,
      onValue(value: string) {
        setAnswers(old => ({ ...old, [name]: value }))
        edit(name)
      },
      onLeave: () => leave(name),
    }),
  }
}

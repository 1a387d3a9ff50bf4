import { useEffect, useRef, useState } from 'react'
import { listMine } from '../../core/db/dossiers.ts'
import { type Check, codeOfLength, digitsAtLeast, faultOf, letters, number } from '../../spec/checks.ts'
import { matriculeLength, otpDigits } from '../../spec/limits.ts'
import { useLeft } from '../../ui/use-left.ts'
import { useMode, useOpenDossier } from '../shared-device/use-device.ts'

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
  const answers = useAnswers(checks)
  return { ...answers, known: useKnown(answers.know) }
}

/**
 * Fills in what an enrolment on this device has answered already: the newest one, or on a shared device the open one.
 * The code is asked for again, since the person holding the phone need not be the one who enrolled.
 * @returns whether there was one
 */
export function useKnown(know: (answers: Record<string, string>) => void): boolean {
  const [found, setFound] = useState(false)
  const open = useOpenDossier()
  const mode = useMode()
  const take = useRef(know)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either means that other dossiers can be read
  useEffect(() => {
    let left = false
    listMine().then(({ mine }) => {
      const enrolled = mine.find(({ kind, answers }) => kind === 'enrolment' && answers.matricule)
      if (left || !enrolled) return
      const { numPlace = '', serie = '', ae = '', matricule = '' } = enrolled.answers
      take.current({ num_place: numPlace, serie, ae, matricule })
      setFound(true)
    }, reportError)
    return () => {
      left = true
    }
  }, [open, mode])
  return found
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
    know(known: Partial<Record<string, string>>) {
      setAnswers(old => Object.fromEntries(names.map(name => [name, old[name] || known[name] || ''])) as typeof old)
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

import * as formText from '../../spec/checks-text.ts'
import { Band } from '../../ui/band.tsx'
import { useFault } from '../../ui/use-fault.ts'
import { type Answers, type FieldName, faultOfAnswer } from './fields.ts'
import * as wizardText from './text.ts'

/** So many letters, large and bold, are sure to be seen in half of a narrow card. */
const halfALine = 10

/** Section 4: who was found, to be read and never typed. */
export function FoundCard({ answers }: { answers: Answers }) {
  const fault = faultOfAnswer('matricule', answers)
  useFault(fault !== undefined)
  const part = (name: FieldName, label: string, value = '', error?: string) => (
    <div className={value.length > halfALine ? 'whole' : undefined}>
      <label htmlFor={`f-${name}`}>{label}</label>
      <input
        id={`f-${name}`}
        name={name}
        value={value}
        readOnly
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'f-matricule-error'}
      />
    </div>
  )
  return (
    <>
      {fault && (
        <p id="f-matricule-error" className="error">
          {fault}
        </p>
      )}
      <div className="card">
        <div className="pair">
          {part('prenom', wizardText.firstName, answers.prenom)}
          {part('nom', wizardText.lastName, answers.nom)}
          {part('matricule', formText.matricule, answers.matricule, fault)}
        </div>
        <Band />
      </div>
    </>
  )
}

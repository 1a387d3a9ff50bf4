import * as formText from '../forms/text.ts'
import { Band } from '../ui/band.tsx'
import { useFault } from '../ui/use-fault.ts'
import { type Answers, type FieldName, faultOfAnswer } from './fields.ts'
import * as wizardText from './text.ts'

/** Section 4: who was found, to be read and never typed. */
export function FoundCard({ answers }: { answers: Answers }) {
  const fault = faultOfAnswer('matricule', answers)
  useFault(fault !== undefined)
  const part = (name: FieldName, label: string, error?: string) => (
    <div>
      <label htmlFor={`f-${name}`}>{label}</label>
      <input
        id={`f-${name}`}
        name={name}
        value={answers[name] ?? ''}
        readOnly
        // As wide as what it says: a long name takes a line of its own.
        size={Math.ceil((answers[name] ?? '').length * 1.2) + 1}
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
      <div className="card line wrap">
        {part('prenom', wizardText.firstName)}
        {part('nom', wizardText.lastName)}
        {part('matricule', formText.matricule, fault)}
        <Band />
      </div>
    </>
  )
}

import * as wizardText from './text.ts'

/** Marks the place on a drawing of the attestation, 42 × 50. */
const places = {
  attestation: { words: wizardText.attestationPlace, mark: 'M22 8h11' },
  seat: { words: wizardText.seatPlace, mark: 'M10 27h11' },
  matricule: { words: wizardText.matriculePlace, mark: 'M10 27h16' },
}
export type Place = keyof typeof places

/** The sheet with its title, lines and stamp. */
const sheet =
  'M4 2h34v46H4zM12 15h18M10 21h22M10 27h22M10 33h22M33 41a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0z'

/** @param hidden stands there all the same: an early page opens it (src/app/early-form.ts) */
export function WhereToFind({ place, hidden }: { place: Place; hidden: boolean | undefined }) {
  const { words, mark } = places[place]
  return (
    <details className="help" hidden={hidden}>
      <summary>{wizardText.whereToFind}</summary>
      <p className="line">
        <svg className="draw" viewBox="0 0 42 50" aria-hidden="true">
          <path d={sheet} />
          <path className="mark" d={mark} />
        </svg>
        <span>{wizardText.onAttestation(words)}</span>
      </p>
    </details>
  )
}

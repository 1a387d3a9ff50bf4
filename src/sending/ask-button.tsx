import { Spinner } from '../ui/spinner.tsx'

interface AskProps {
  label: string
  ready: boolean
  pending: boolean
  /** What is said while the answer is on its way. */
  pendingLabel: string
  /** Why the provider may not be asked yet (use-held.ts). */
  held: string | false
}

/** The end of a form whose answer is shown beside it. */
export function AskButton({ label, ready, pending, pendingLabel, held }: AskProps) {
  return (
    <>
      {held && <p className="hint">{held}</p>}
      <button type="submit" disabled={!ready || pending || !!held}>
        {label}
      </button>
      {pending && <Spinner label={pendingLabel} />}
    </>
  )
}

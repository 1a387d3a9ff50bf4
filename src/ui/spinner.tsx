/** The word is for everyone: a turning ring says nothing to who can't see it, or has asked for less motion. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className="spinner" role="status">
      {label}
    </span>
  )
}

import { Alert } from '../ui/alert.tsx'

/** Section 8: a list that can't be loaded is told in red at the top of its form. */
export function ListTrouble({ trouble, retry }: { trouble: string | undefined; retry(): void }) {
  if (!trouble) return null
  return (
    <Alert tone="danger">
      <p>Une liste de choix n'a pas pu être chargée. {trouble}</p>
      <button type="button" className="secondary" onClick={retry}>
        Réessayer
      </button>
    </Alert>
  )
}

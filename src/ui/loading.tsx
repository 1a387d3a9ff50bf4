import { Spinner } from './spinner.tsx'

/** A screen that is on its way; even so it has a title. */
export function Loading() {
  return (
    <>
      <title>Chargement…</title>
      <Spinner label="Chargement…" />
    </>
  )
}

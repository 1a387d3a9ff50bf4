import { useEffect } from 'react'

/** A fault of ours: the draft and the photos are on the disk, so beginning again loses nothing. */
export function CrashScreen({ error }: { error: unknown }) {
  useEffect(() => reportError(error), [error])
  return (
    <div role="alert">
      <h1>Une erreur inattendue s'est produite</h1>
      <p>Ce que vous avez saisi et photographié est gardé sur cet appareil. Rechargez la page pour continuer.</p>
      <button type="button" onClick={() => location.reload()}>
        Recharger
      </button>
    </div>
  )
}

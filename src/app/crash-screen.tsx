import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The network has not brought a screen's own code. */
export class MissingPart extends Error {}

/** What was begun is on the disk: to try again, or to begin again, loses nothing. */
export function CrashScreen({ error }: { error: unknown }) {
  const router = useRouter()
  const [trying, setTrying] = useState(false)
  useEffect(() => reportError(error), [error])
  const missing = error instanceof MissingPart
  const retry = () => {
    setTrying(true)
    router.invalidate().finally(() => setTrying(false))
  }
  const title = missing ? "Cette page n'est pas arrivée" : "Une erreur inattendue s'est produite"
  return (
    <div role="alert">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>
        Ce que vous avez saisi et photographié est gardé sur cet appareil.{' '}
        {missing ? 'Le réseau est faible ou coupé.' : 'Rechargez la page pour continuer.'}
      </p>
      <button type="button" disabled={trying} onClick={missing ? retry : () => location.reload()}>
        {trying ? 'Chargement…' : missing ? 'Réessayer' : 'Recharger'}
      </button>
    </div>
  )
}

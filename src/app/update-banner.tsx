import { useSyncExternalStore } from 'react'
import { Alert } from '../ui/alert.tsx'
import { acceptUpdate, currentUpdate, watchUpdate } from './worker-bridge.ts'

export function UpdateBanner() {
  const update = useSyncExternalStore(watchUpdate, currentUpdate, () => 'none' as const)
  if (update === 'none') return null
  return (
    <Alert tone="info">
      {update === 'ready' ? (
        <p>Une nouvelle version du portail est prête. Ce que vous avez saisi et photographié est gardé.</p>
      ) : (
        <p>
          Le portail a été mis à jour. Rechargez cette page quand vous le voulez : rien de ce qui est gardé ne se perd.
        </p>
      )}
      <button type="button" className="secondary" onClick={update === 'ready' ? acceptUpdate : () => location.reload()}>
        {update === 'ready' ? 'Mettre à jour le portail' : 'Recharger'}
      </button>
    </Alert>
  )
}

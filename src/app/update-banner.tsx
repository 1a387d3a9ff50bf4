import { useSyncExternalStore } from 'react'
import { Alert } from '../ui/alert.tsx'
import { update } from './worker-bridge.ts'

export function UpdateBanner() {
  const news = useSyncExternalStore(update.subscribe, update.get, () => 'none' as const)
  if (news === 'none') return null
  return (
    <Alert tone="info">
      {news === 'ready' ? (
        <p>Une nouvelle version du portail est prête. Ce que vous avez saisi et photographié est gardé.</p>
      ) : (
        <p>
          Le portail a été mis à jour. Rechargez cette page quand vous le voulez : rien de ce qui est gardé ne se perd.
        </p>
      )}
      <button type="button" className="secondary" onClick={news === 'ready' ? update.accept : update.reload}>
        {news === 'ready' ? 'Mettre à jour le portail' : 'Recharger'}
      </button>
    </Alert>
  )
}

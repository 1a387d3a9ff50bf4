import { useQuery } from '@tanstack/react-query'
import { isSealed } from '../../core/crypto/sealed-id.ts'
import type { Item } from '../../outbox/item.ts'
import { givenOf, readyItems } from '../ready.ts'

/** A dossier's items, and what is prepared for one. Read anew with them: each change of the outbox is told to both. */
export function useGiven(dossier: string, items: readonly Item[]): Item[] {
  const { data = [] } = useQuery({
    queryKey: ['outbox', dossier, 'ready'],
    queryFn: () => readyItems(dossier),
    ...(isSealed(dossier) ? { gcTime: 0 } : {}),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return givenOf(items, data)
}

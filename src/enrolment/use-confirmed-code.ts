import { useEffect } from 'react'
import type { Item } from '../outbox/item.ts'
import type { Draft } from './use-draft.ts'
import { slots } from './wizard.ts'

/** A code that has served is a secret that nobody needs any more: it leaves the draft, and the disk at once. */
export function useConfirmedCode({ dossier, change, flush }: Draft, items: readonly Item[] | undefined): void {
  const confirmed = items?.some(({ slot, state }) => slot === slots.code && state === 'accepted') === true
  const kept = dossier?.answers.otp !== undefined
  useEffect(() => {
    if (!confirmed || !kept) return
    change(({ answers: { otp: _, ...answers }, ...draft }) => ({ ...draft, answers }))
    flush()
  }, [confirmed, kept, change, flush])
}

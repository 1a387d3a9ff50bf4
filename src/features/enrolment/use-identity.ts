import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { problemText } from '../../core/api/text.ts'
import { useTrouble } from '../../core/api/use-trouble.ts'
import { scrollToTop } from '../../ui/scroll.ts'
import type { Draft } from './draft.ts'
import { createIdentity } from './identity.ts'
import type { IdentityStep } from './wizard.ts'

/** The first step, for as long as its form is there; who may not change it any more is not looked for. */
export function useIdentity(step: IdentityStep, draft: Draft, locked: boolean) {
  const client = useQueryClient()
  const [identity] = useState(() => createIdentity(step, draft, client))
  const { lookup, notice } = useSyncExternalStore(identity.subscribe, identity.get, identity.get)
  useEffect(() => (locked ? undefined : identity.seek()), [identity, locked])

  const trouble = useTrouble(lookup)
  const words = trouble && problemText(trouble.problem)
  // It is told above the form, where it gets the focus: the field that was changed last stands below it.
  useEffect(() => {
    if (words || notice?.tone === 'danger') scrollToTop()
  }, [words, notice])
  return { identity, notice, trouble, looking: lookup?.isFetching === true, retry: () => lookup?.refetch() }
}

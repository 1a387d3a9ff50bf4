import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { lookupQuery } from '../provider/queries.ts'
import type { Person } from '../provider/schemas.ts'
import { problemText } from '../provider/text.ts'
import { useTrouble } from '../provider/use-trouble.ts'
import { scrollToTop } from '../ui/scroll.ts'
import { type Entries, lookupKey, lookupRequest } from './wizard.ts'

/** A place number is typed digit by digit; each lookup costs a round trip. Milliseconds. */
const typingPauseMs = 500

interface Answer {
  key: string
  msg: string
  person: Person | undefined
}

/** Section 4: asks for the student whenever one of the four answers changes; only the newest question is listened to. */
export function useLookup({ answers, lookedUp }: Entries, enabled: boolean, onAnswer: (answer: Answer) => void) {
  const current = enabled ? lookupRequest(answers) : undefined
  const currentKey = current && lookupKey(current)
  const settledKey = useSettled(currentKey)
  const wanted = currentKey !== undefined && currentKey === settledKey && currentKey !== lookedUp
  const query = useQuery({
    ...lookupQuery(current ?? { anneeBac: '', numPlace: '', serie: '', ae: '' }),
    enabled: wanted,
  })

  const tell = useEffectEvent(onAnswer)
  const reply = wanted && !query.isFetching ? query.data : undefined
  useEffect(() => {
    if (!reply || !currentKey) return
    tell({ key: currentKey, msg: reply.msg, person: reply.status === 1 ? reply.resultat : undefined })
  }, [reply, currentKey])

  const known = useTrouble(query)
  const trouble = wanted ? known : undefined
  const words = trouble && problemText(trouble.problem)
  // It is told above the form, and the field that was changed last stands below it.
  useEffect(() => {
    if (words) scrollToTop()
  }, [words])

  return {
    looking: wanted && query.isFetching,
    trouble,
    retry: query.refetch,
  }
}

function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

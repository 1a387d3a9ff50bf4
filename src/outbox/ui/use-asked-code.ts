import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askProvider } from '../../core/api/call.ts'
import { isUnreachable, problemOf } from '../../core/api/problem.ts'
import { useIsAway } from '../../core/api/use-queries.ts'
import { goOnWithCode, sendAgain } from '../api.ts'
import { type Item, needsCode } from '../item.ts'
import { useRetryAfter } from './calls.tsx'

export interface Asked {
  /** The provider's words, which may be empty. */
  msg: string
  /** When the last of several questions was asked: one code answers them all. */
  askedAt: number
  /**
   * Sending an item again brings another code: the smallest one, since students pay for data by the
   * byte.
   */
  smallest: Item
}

/** The provider's question to a dossier; undefined where there is none. */
export function askedCodeOf(items: readonly Item[]): Asked | undefined {
  const waiting = items.filter(needsCode)
  const [smallest] = [...waiting].sort((a, b) => a.bytes - b.bytes)
  const [newest] = [...waiting].sort((a, b) => timeOf(b) - timeOf(a))
  return smallest && newest && { msg: newest.reply?.msg ?? '', askedAt: timeOf(newest), smallest }
}

const timeOf = ({ code }: Item): number => code?.askedAt ?? 0

/** A code expires after half an hour: this screen sends it, and it never waits on the disk. */
export function useAskedCode(dossier: string, matricule: string, items: readonly Item[]) {
  const now = askedCodeOf(items)
  const [last, setLast] = useState<Asked>()
  const [renewed, setRenewed] = useState<string>()
  const { held, hold } = useRetryAfter()
  const isAway = useIsAway()
  const { mutate, reset, ...call } = useMutation({
    mutationFn: async (otp: string) => {
      const reply = await askProvider('confirmCode', { matricule, otp })
      // Here and not in a screen: a student who leaves it meanwhile has still given the code.
      if (reply.status === 1) goOnWithCode(dossier, Date.now()).catch(reportError)
      return reply
    },
    gcTime: 0,
    onError: hold,
  })
  const problem = problemOf(call.error)
  // An answer that can't be read has found the network: a retry for that reason would never end.
  const waits =
    problem && isUnreachable(problem) && problem.kind !== 'contract' ? call.variables : undefined
  useEffect(() => {
    if (!isAway && waits !== undefined) mutate(waits)
  }, [isAway, waits, mutate])

  if (now && now.askedAt !== last?.askedAt) setLast(now)
  const again = items.find(({ id, state }) => id === renewed && state === 'waiting')
  const renewing = again && !needsCode(again) ? again : undefined
  const asked = now ?? (renewing && last)
  const isOlder = asked !== undefined && asked.askedAt > call.submittedAt
  return {
    /** While a new code is on its way, the form and what the student typed stay. */
    asked,
    renewing,
    /** The last question answers the press for a new code. */
    isRenewed: again?.code !== undefined && again.code.askedAt === now?.askedAt,
    renew() {
      if (!now) return
      setRenewed(now.smallest.id)
      sendAgain(now.smallest.id, Date.now()).catch(reportError)
    },
    give: mutate,
    held,
    /** Sent automatically once there is a network. */
    waits,
    /** Typing cancels the waiting code: the new one goes only once the student sends it. */
    retype: () => waits !== undefined && reset(),
    isPending: call.isPending,
    error: call.error,
    at: call.submittedAt,
    /** Ignores a code that was given before the last question. */
    refused: call.data && call.data.status !== 1 && !isOlder ? call.data : undefined,
    isGiven: call.data?.status === 1,
  }
}

import { isUnreachable, type Problem, problemOf } from '../../core/api/problem.ts'
import { dateText, problemText } from '../../core/api/text.ts'
import { keepReply, replyTo } from '../../core/db/kept.ts'
import { formatDay } from '../../spec/day.ts'
import { formatAge } from '../../ui/format.ts'
import * as sendingText from './text.ts'

export interface FreshOrKept<T> {
  reply: T
  /**
   * When the answer was given, in milliseconds, and why there is no newer one; undefined for a
   * fresh answer.
   */
  kept?: { at: number; problem: Problem }
}

/**
 * A fresh answer to a student's own question, or the last one kept while the provider can't be
 * reached at all.
 */
export async function askOrRecall<T>(
  question: string,
  ask: () => Promise<T>,
): Promise<FreshOrKept<T>> {
  try {
    const reply = await ask()
    keepReply(question, reply, Date.now()).catch(reportError)
    return { reply }
  } catch (error) {
    const problem = problemOf(error)
    const kept = problem && isUnreachable(problem) && (await replyTo<T>(question))
    if (!kept) throw error
    return { reply: kept.reply, kept: { at: kept.at, problem } }
  }
}

/** Says that an answer is not new, and why. */
export function keptReplyText(
  { at, problem }: NonNullable<FreshOrKept<unknown>['kept']>,
  what: string,
): string {
  const why = problem.kind === 'offline' ? (dateText(Date.now()) ?? '') : problemText(problem)
  const age =
    why && problem.kind === 'offline'
      ? sendingText.onDay(formatDay(at))
      : formatAge(Date.now() - at)
  return sendingText.kept(why, what, age)
}

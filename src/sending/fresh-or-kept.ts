import { isUnreachable, problemOf } from '../provider/problem.ts'
import { answerTo, keepAnswer } from '../storage/kept.ts'

export interface Answer<T> {
  reply: T
  /** When it was given, in milliseconds; a fresh one has none. */
  keptAt?: number
}

/** A fresh answer to a student's own question, or the last one kept while the provider can't be reached at all. */
export async function freshOrKept<T>(question: string, ask: () => Promise<T>): Promise<Answer<T>> {
  try {
    const reply = await ask()
    await keepAnswer(question, reply, Date.now()).catch(reportError)
    return { reply }
  } catch (error) {
    const problem = problemOf(error)
    const kept = problem && isUnreachable(problem) ? await answerTo<T>(question) : undefined
    if (!kept) throw error
    return { reply: kept.reply, keptAt: kept.at }
  }
}

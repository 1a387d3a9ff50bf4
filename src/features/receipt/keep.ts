import { problemOf } from '../../core/api/problem.ts'
import { fetchReceipt } from '../../core/api/receipt-file.ts'
import { problemText } from '../../core/api/text.ts'
import { storageTrouble } from '../../core/db/database.ts'
import { keepReceipt } from '../../core/db/receipts.ts'
import { askToPersist } from '../../core/db/space.page.ts'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import * as copiesText from './copies-text.ts'

/** @returns why no copy is kept */
export async function keepCopy(link: string, matricule: string): Promise<string | undefined> {
  try {
    await keepReceipt(matricule, await fetchReceipt(link), Date.now())
    // Not awaited: Firefox asks the student first, and a student who does not answer has the copy all the same.
    askToPersist().catch(() => undefined)
    return undefined
  } catch (error) {
    return why(error, new URL(link).origin !== location.origin)
  }
}

/** For another host the browser reports a missing network and a server without CORS in the same way. */
function why(error: unknown, elsewhere: boolean): string {
  const problem = problemOf(error)
  if (!problem) return storageTroubleText[storageTrouble(error)]
  if (problem.kind === 'contract') return copiesText.noReceipt
  if (problem.kind === 'http' && problem.code < 429) return copiesText.gone
  return problem.kind === 'offline' && elsewhere ? copiesText.otherHost : problemText(problem)
}

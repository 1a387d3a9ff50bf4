import { type Carrier, jsonHeaders } from './call.ts'
import { gzipJson, isWorthGzip } from './gzip.ts'
import { learnWall, wallOf } from './known-walls.ts'
import { isLost, ProblemError } from './problem.ts'
import { isHtml } from './read.ts'
import { withoutRemarks } from './remarks.rule.ts'
import { isDoubtful, isRefused, isUnread, mayMindField } from './speaker.rule.ts'
import type { Progress, RawReply } from './transport.ts'
import type { Keeping, Tell } from './upload.ts'
import { WholeOrParts } from './whole-or-parts.ts'

/**
 * Brings a body to the provider. Where gzip does not pass, or does not arrive as such, the body is
 * sent once more uncompressed, and so are later ones (docs/contract.md, "What stands between"). So
 * it is with a photo's remarks, where they may be why the provider refuses it.
 */
export function createCarrier(keeping: Keeping, onProgress: Tell | undefined): Carrier {
  const { upload, lostAt } = keeping
  let sent = upload?.arrived ?? 0
  const tell = (progress: Progress) => {
    sent = progress.sent
    onProgress?.(progress)
  }
  return async ({ base, url, json: given }, exchange, isThere) => {
    const bare = withoutRemarks(given) ?? given
    let json = wallOf(base).remarks ? bare : given
    const isForRemarks = (answer: RawReply) => json !== bare && mayMindField(answer)
    const isWalled = async (answer: RawReply) =>
      isDoubtful(answer) ? isThere() : isRefused(answer) && !isForRemarks(answer)
    const carryNow = async (isPacked: boolean) => {
      const headers = { ...jsonHeaders, ...(isPacked && { 'Content-Encoding': 'gzip' }) }
      const whole = { base, url, headers, body: isPacked ? await gzipJson(json) : new Blob([json]) }
      return new WholeOrParts(whole, keeping, onProgress && tell, exchange, isWalled).send()
    }
    const carry = async (isPacked: boolean) => {
      const first = await carryNow(isPacked)
      if (!isForRemarks(first)) return first
      json = bare
      const second = await carryNow(isPacked)
      if (second.code < 300 && !mayMindField(second)) learnWall(base, { remarks: true })
      return second
    }
    const mayBePacked = upload?.address !== undefined || !wallOf(base).gzip
    // Begun elsewhere: a worker that has just started knows no encodings yet.
    if (!mayBePacked || !(upload?.gzip ?? isWorthGzip(base, json))) return carry(false)
    const first = await carry(true).catch(lost)
    if (first instanceof ProblemError) {
      // Once is the line's own fault, twice at the very place is not; but of what has arrived, the
      // encoding has passed.
      if (upload?.arrived || sent !== lostAt || !(await isThere())) throw first
    } else if (!isUnread(first) && (first.code === 413 || !(await isWalled(first)))) return first
    const plain = await carry(false)
    const isAlike = 'code' in first && first.code === plain.code && isHtml(first) === isHtml(plain)
    if (plain.code < 500 && !isAlike) learnWall(base, { gzip: true })
    return plain
  }
}

/** @throws the error where it is none of the line */
function lost(error: unknown): ProblemError {
  if (error instanceof ProblemError && isLost(error.problem)) return error
  throw error
}

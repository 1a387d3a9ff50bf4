import { bodyBytes, uploadParts } from '../limits/limits.ts'

interface State {
  received: number
  length: number | undefined
  completed: boolean
}

interface Append {
  /** `Upload-Offset` and `Upload-Length`. */
  offset: number
  length: number | undefined
  /** `Upload-Complete`. */
  isLast: boolean
  /** Of its content; undefined where that is not known before. */
  bytes: number | undefined
}

/** `exceeds`: the upload can no longer become what was announced, and is given up. */
export type Verdict = 'append' | 'answer' | 'mismatch' | 'inconsistent' | 'exceeds' | 'tooLarge'

/** The size that the upload may have at most. */
export const most = (length: number | undefined): number => length ?? bodyBytes.upload

export function judgeAppend(state: State, { offset, length, isLast, bytes }: Append): Verdict {
  if (offset !== state.received) return 'mismatch'
  if (length !== undefined && length !== (state.length ?? length)) return 'inconsistent'
  // Nothing can be added to it, but its answer may have been lost.
  if (state.completed) return isLast && bytes === 0 ? 'answer' : 'inconsistent'
  const whole = state.length ?? length
  if (whole !== undefined && whole > bodyBytes.upload) return 'exceeds'
  if (bytes === undefined) return 'append'
  if (offset + bytes > most(whole)) return 'exceeds'
  if (bytes > uploadParts.appendBytes) return 'tooLarge'
  return isLast && whole !== undefined && offset + bytes !== whole ? 'inconsistent' : 'append'
}

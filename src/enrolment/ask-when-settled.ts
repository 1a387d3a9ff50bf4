import type { Draft } from './draft.ts'
import { type LookupRequest, lookupKey, lookupRequest } from './wizard.ts'

/** A place number is typed digit by digit; each lookup costs a round trip. Milliseconds. */
const typingPauseMs = 500

/**
 * Section 4: asks for the student whenever one of the four answers changes, and not again for what has been answered.
 * @param ask gives back what ends the question: only the newest one is listened to
 * @returns what to call to ask no more
 */
export function askWhenSettled(
  { get, subscribe }: Pick<Draft, 'get' | 'subscribe'>,
  ask: (request: LookupRequest, key: string) => () => void,
): () => void {
  const question = () => {
    const { answers = {}, lookedUp } = get().dossier ?? {}
    const request = lookupRequest(answers)
    return { request, key: request && lookupKey(request), lookedUp }
  }
  let typed = question().key
  let settled = typed
  let asked: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: (() => void) | undefined
  const settle = () => {
    settled = typed
    look()
  }
  function look(): void {
    const { request, key, lookedUp } = question()
    if (key !== typed) {
      typed = key
      clearTimeout(timer)
      timer = setTimeout(settle, typingPauseMs)
    }
    const wanted = key === settled && key !== lookedUp ? key : undefined
    if (wanted === asked) return
    asked = wanted
    end?.()
    end = undefined
    const ended = request && wanted ? ask(request, wanted) : undefined
    // What is answered at once may have changed the question already.
    if (asked === wanted) end = ended
    else ended?.()
  }
  const leave = subscribe(look)
  look()
  return () => {
    leave()
    clearTimeout(timer)
    end?.()
  }
}

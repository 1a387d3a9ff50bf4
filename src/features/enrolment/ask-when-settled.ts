import type { Draft } from './draft.ts'
import { type LookupRequest, lookupKey, lookupRequest } from './wizard.ts'

/** Who types a place number digit by digit, or steps through a list, has not chosen yet. Milliseconds. */
const pauseMs = 2000
/** Whoever has left a field or closed a list is pressing the next one: nothing may move or open under that tap. */
const meantMs = 500

/**
 * Section 4: asks for the student whenever one of the four answers has become another, and not again for what has been
 * answered. Each lookup costs a round trip, and a refusal takes the page to its top.
 * @param ask gives back what ends the question: only the newest one is listened to
 */
export function askWhenSettled(
  { get, subscribe }: Pick<Draft, 'get' | 'subscribe'>,
  ask: (request: LookupRequest, key: string) => () => void,
) {
  const question = () => {
    const { answers = {}, lookedUp } = get().dossier ?? {}
    const request = lookupRequest(answers)
    return { request, key: request && lookupKey(request), lookedUp }
  }
  let given = question().key
  let settled = given
  let asked: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: (() => void) | undefined
  const settle = () => {
    clearTimeout(timer)
    settled = given
    look()
  }
  const settleIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(settle, ms)
  }
  function look(): void {
    const { request, key, lookedUp } = question()
    if (key !== given) {
      given = key
      settleIn(pauseMs)
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
  return {
    /** The answers of this moment are meant as they are: Enter was pressed. */
    settle,
    /** So they are, unless another change follows: a field was left, a list was closed. */
    settleSoon: () => settleIn(meantMs),
    end(): void {
      leave()
      clearTimeout(timer)
      end?.()
    },
  }
}

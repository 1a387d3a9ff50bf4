import { type QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/react-query'
import type { ReplyOf } from '../../core/api/endpoints.ts'
import { lookupQuery } from '../../core/api/use-queries.ts'
import { createState } from '../../core/platform/signals.ts'
import type { Draft } from './draft.ts'
import { withEntries } from './identity.rule.ts'
import * as wizardText from './text.ts'
import {
  applyAnswer,
  applyLookup,
  confirmation,
  type Entries,
  type IdentityStep,
  type LookupRequest,
  lookupKey,
  lookupRequest,
} from './wizard.ts'

/** Milliseconds. A student who types a place number digit by digit has not finished. */
const pauseMs = 2000
/**
 * Milliseconds. A student who leaves a field or list presses the next one: nothing may move under
 * that tap.
 */
const meantMs = 500

/**
 * Section 4: looks the student up whenever one of the four answers has changed, and not again for
 * answers already looked up. Each lookup costs a round trip, and a refusal scrolls the page to its
 * top.
 * @param stepping true while keys step through a list (WCAG 3.2.2): nothing is asked until it is
 * left
 * @param ask starts a lookup and returns the function that ends it: only the newest one is listened
 * to
 */
export function askWhenSettled(
  { get, subscribe }: Pick<Draft, 'get' | 'subscribe'>,
  ask: (request: LookupRequest, key: string) => () => void,
  stepping = createState(false),
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
    stepping.set(false)
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
    if (stepping.get()) clearTimeout(timer)
    const wanted = !stepping.get() && key === settled && key !== lookedUp ? key : undefined
    if (wanted === asked) return
    asked = wanted
    end?.()
    end = undefined
    const ended = request && wanted ? ask(request, wanted) : undefined
    // A reply that comes at once may have changed the question already.
    if (asked === wanted) end = ended
    else ended?.()
  }
  const leave = subscribe(look)
  look()
  return {
    /** The student pressed Enter: look up the current answers now. */
    settle,
    /** A field was left or a list closed: look up soon, unless another change follows. */
    settleSoon: () => settleIn(meantMs),
    end(): void {
      leave()
      clearTimeout(timer)
      end?.()
    },
  }
}

type Reply = ReplyOf<'lookup'>

export interface IdentityState {
  lookup?: QueryObserverResult<Reply> | undefined
  /** The last lookup's message, until an answer changes. */
  notice?: { tone: 'info' | 'danger'; msg: string } | undefined
}

/**
 * The first step: writes its answers into the draft, and the person of section 4 that the lookup
 * finds.
 */
export function createIdentity(step: IdentityStep, draft: Draft, client: QueryClient) {
  const { get, set, subscribe } = createState<IdentityState>({})
  const say = (news: IdentityState) => set({ ...get(), ...news })
  let search: ReturnType<typeof askWhenSettled> | undefined
  /** Whether keys step through a list. What stands above it then stays, or the list would move. */
  const stepping = createState(false)
  const hush = () => say({ notice: undefined })
  const change = (update: (entries: Entries) => Entries) =>
    draft.change(old => withEntries(old, update(old)))

  function take(key: string, { status, msg, resultat }: Reply): void {
    const person = status === 1 ? resultat : undefined
    say({
      notice: person
        ? { tone: 'info', msg: msg || wizardText.found }
        : { tone: 'danger', msg: msg || wizardText.nobody },
    })
    change(old => applyLookup(old, step, key, person && { ...person }))
  }

  function ask(request: LookupRequest, key: string): () => void {
    const observer = new QueryObserver(client, lookupQuery(request))
    const hear = (lookup: QueryObserverResult<Reply>) => {
      say({ lookup })
      if (lookup.data && !lookup.isFetching) take(key, lookup.data)
    }
    const end = observer.subscribe(hear)
    hear(observer.getCurrentResult())
    return () => {
      end()
      if (!stepping.get()) say({ lookup: undefined })
    }
  }

  return {
    get,
    subscribe,
    /** Looks the student up until the returned function is called. */
    seek(): (() => void) | undefined {
      if (step.lookedUp.length === 0) return undefined
      search = askWhenSettled(draft, ask, stepping)
      const leave = stepping.subscribe(() => stepping.get() || set({}))
      return () => {
        leave()
        search?.end()
      }
    },
    answer(name: string, value: string, stepped = false): void {
      stepping.set(stepped)
      if (!stepped) hush()
      change(old => applyAnswer(old, step, name, value))
    },
    settle: () => search?.settle(),
    settleSoon: () => search?.settleSoon(),
    confirm: () => change(old => applyAnswer(old, step, confirmation, 'oui')),
    /** The person found is not the student: it is removed, and not looked up again by itself. */
    decline(): void {
      hush()
      change(old => applyLookup(old, step, old.lookedUp ?? ''))
    },
    lookAgain: () => change(old => ({ ...old, lookedUp: undefined })),
  }
}

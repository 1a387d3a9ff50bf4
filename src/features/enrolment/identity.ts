import { type QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/react-query'
import type { ReplyOf } from '../../core/api/endpoints.ts'
import { lookupQuery } from '../../core/api/use-queries.ts'
import { createState } from '../../core/platform/signals.ts'
import type { Draft } from './draft.ts'
import { withEntries } from './identity.rule.ts'
import * as wizardText from './text.ts'
import {
  afterLookup,
  answered,
  confirmation,
  type Entries,
  type IdentityStep,
  type LookupRequest,
  lookupKey,
  lookupRequest,
} from './wizard.ts'

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

type Reply = ReplyOf<'lookup'>

export interface IdentityState {
  /** How the question of this moment stands; undefined where none is to be asked. */
  lookup?: QueryObserverResult<Reply> | undefined
  /** What the last lookup has answered, until something is changed. */
  notice?: { tone: 'info' | 'danger'; msg: string } | undefined
}

/** The first step: its answers go into the draft, and the person of section 4 comes out of the lookup. */
export function createIdentity(step: IdentityStep, draft: Draft, client: QueryClient) {
  const { get, set, subscribe } = createState<IdentityState>({})
  const say = (news: IdentityState) => set({ ...get(), ...news })
  let search: ReturnType<typeof askWhenSettled> | undefined
  const change = (update: (entries: Entries) => Entries) => draft.change(old => withEntries(old, update(old)))

  function take(key: string, { status, msg, resultat }: Reply): void {
    const person = status === 1 ? resultat : undefined
    say({
      notice: person
        ? { tone: 'info', msg: msg || wizardText.found }
        : { tone: 'danger', msg: msg || wizardText.nobody },
    })
    change(old => afterLookup(old, step, key, person && { ...person }))
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
      say({ lookup: undefined })
    }
  }

  return {
    get,
    subscribe,
    /** Looks for the student, until what is given back is called. */
    seek(): (() => void) | undefined {
      if (step.lookedUp.length === 0) return undefined
      search = askWhenSettled(draft, ask)
      return search.end
    },
    answer(name: string, value: string): void {
      say({ notice: undefined })
      change(old => answered(old, step, name, value))
    },
    /** The answers of this moment are meant as they are. */
    settle: () => search?.settle(),
    settleSoon: () => search?.settleSoon(),
    /** The student has said that the person who was found is them. */
    confirm: () => change(old => answered(old, step, confirmation, 'oui')),
    /** It is somebody else, who is taken away and not looked up again by itself. */
    decline(): void {
      say({ notice: undefined })
      change(old => afterLookup(old, step, old.lookedUp ?? ''))
    },
    lookAgain: () => change(old => ({ ...old, lookedUp: undefined })),
  }
}

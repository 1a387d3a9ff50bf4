import * as v from 'valibot'
import { outcome } from '../schemas.ts'
import { problemOf, type RawReply } from '../shared.ts'
import { json, quote, type Run } from './ask.ts'
import type { Request } from './caller.ts'

/** One request of which only is asked whether it and its answer have passed what stands between. */
export interface Probe {
  raw: RawReply | undefined
  /** The answer, or its absence, in words. */
  words: string
}

export async function probe({ caller }: Run, url: string, request: Request): Promise<Probe> {
  try {
    const raw = await caller.send(wallAbout, url, request)
    return { raw, words: inWords(raw) }
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    const words = problem.kind === 'timeout' ? 'no answer in time' : 'the connection is cut'
    return { raw: undefined, words }
  }
}

export const wallAbout = 'what stands between'

const inWords = ({ code, text }: RawReply) =>
  /^\s*</.test(text) ? `HTTP ${code} with a page of HTML` : `HTTP ${code}${text === '' ? '' : ` ${quote(text)}`}`

/** The provider itself speaks, as it does by every answer of its contract. */
export const isOutcome = ({ raw }: Probe): boolean => raw !== undefined && v.is(outcome, json(raw.text))

export const isSuccess = ({ raw }: Probe): boolean => raw !== undefined && raw.code >= 200 && raw.code < 300

export const isBusy = (one: Probe): boolean => isOutcome(one) && [429, 503].includes(one.raw?.code ?? 0)

/** Statuses by which a provider, or a server of its own before it, says that it could not read a body. */
const unread = [400, 403, 413, 415]

/** @param plainly what the provider answers to a small body of the same student */
export const passes = (one: Probe, plainly: Probe): boolean =>
  isOutcome(one) && (one.raw?.code === plainly.raw?.code || !(unread.includes(one.raw?.code ?? 0) || isBusy(one)))

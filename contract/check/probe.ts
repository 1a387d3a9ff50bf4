import * as v from 'valibot'
import { outcome } from '../schemas.ts'
import { problemOf, type RawReply } from '../shared.ts'
import { json, quote, type Run } from './ask.ts'
import type { Request } from './caller.ts'

/** One request, and whether it and its answer have passed what stands between. */
export interface Probe {
  raw: RawReply | undefined
  /** The answer, or its absence, in words. */
  words: string
  /** Of an upload, how much has come; NaN where it is not said. */
  offset: number
  complete: string | undefined
}

export async function probe(
  { caller }: Run,
  about: string,
  url: string,
  request: Request,
): Promise<Probe> {
  try {
    const raw = await caller.send(about, url, request)
    const offset = Number(raw.header('Upload-Offset') ?? Number.NaN)
    return {
      raw,
      words: inWords(raw),
      offset,
      complete: raw.header('Upload-Complete') ?? undefined,
    }
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    const words = problem.kind === 'timeout' ? 'no answer in time' : 'the connection is cut'
    return { raw: undefined, words, offset: Number.NaN, complete: undefined }
  }
}

export const inWords = ({ code, text }: RawReply) =>
  /^\s*</.test(text)
    ? `HTTP ${code} with a page of HTML`
    : `HTTP ${code}${text === '' ? '' : ` ${quote(text)}`}`

export const isSuccess = ({ raw }: Probe): boolean =>
  raw !== undefined && raw.code >= 200 && raw.code < 300

/** The provider itself speaks, as it does by every answer of its contract. */
export const isOutcome = ({ raw }: Probe): boolean =>
  raw !== undefined && v.is(outcome, json(raw.text))

export const isBusy = (one: Probe): boolean =>
  isOutcome(one) && [429, 503].includes(one.raw?.code ?? 0)

/**
 * Statuses by which a provider, or a server of its own before it, says that it could not read a
 * body.
 */
const unread = [400, 403, 413, 415]

/** @param plainly what the provider answers to a small body of the same student */
export const passes = (one: Probe, plainly: Probe): boolean =>
  isOutcome(one) &&
  (one.raw?.code === plainly.raw?.code || !(unread.includes(one.raw?.code ?? 0) || isBusy(one)))

export const wallAbout = 'what stands between'

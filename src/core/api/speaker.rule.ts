import { isHtml, isOwn, isOwnRefusal } from './read.ts'
import type { RawReply } from './transport.ts'

/** Who has answered: the provider, or something that stands before it. Pure. */

const unknownMethods = [501, 505]
const busy = [408, 425, 429]

/** Neither the provider nor one who will take the same thing later. */
const isForeign = (raw: RawReply): boolean =>
  !isOwn(raw) && !busy.includes(raw.code) && raw.header('Retry-After') === null

/** A filter or gateway has refused this very request. */
export const isRefused = (raw: RawReply): boolean =>
  isForeign(raw) && ((raw.code >= 400 && raw.code < 500) || unknownMethods.includes(raw.code))

/** Of gateways, or of the proxies of a CDN; 500 and 503 are a provider's own. */
const ofGateways = (code: number): boolean => code === 502 || code === 504 || code >= 520

/** Of what was asked or how, and not of its size: no smaller body helps. */
const notOfSize = [404, 405, 410, ...unknownMethods]

/** A filter or gateway has refused this very request, perhaps for its size. */
export const mayPassSmaller = (raw: RawReply): boolean =>
  isRefused(raw) && !notOfSize.includes(raw.code)

/**
 * A provider that is down looks so, and a gateway or firewall that does not like what it was sent.
 */
export const isDoubtful = (raw: RawReply): boolean =>
  isForeign(raw) && (ofGateways(raw.code) || (raw.code < 300 && isHtml(raw)))

/** Perhaps for its encoding, or for what a proxy has made of that. */
export const isUnread = ({ code }: Pick<RawReply, 'code'>): boolean =>
  [400, 403, 406, 415].includes(code)

/** Perhaps for a field of the body that this provider does not know. */
export const mayMindField = (raw: RawReply): boolean =>
  isOwnRefusal(raw) || [400, 422].includes(raw.code)

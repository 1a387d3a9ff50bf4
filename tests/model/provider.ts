import type { RawReply } from '../../src/core/api/transport.ts'

/** What becomes of one request, from the link to the last byte of the answer. */
export const fates = [
  'good',
  'slow',
  'unreachable',
  'halfBody',
  'stalls',
  'lostAnswer',
  'hangs',
  'portalPage',
  'pageAfterStoring',
  'cutJson',
  'cutTransfer',
  'empty204',
  'noStatus',
  'busy429',
  'broken500',
  'brokenAfterStoring',
  'gateway502',
  'pause503',
  'refused',
  'asksCode',
  'tooLarge413',
  'unprocessable422',
  'missing404',
  'forgets',
] as const
export type Fate = (typeof fates)[number]

/** No answer at all, or one of which only the first half comes. */
export type Reply = { stored: boolean; answer: RawReply | 'lost' | 'none'; cut?: boolean }

const page = '<!doctype html><title>Forfait épuisé</title>'
const done = '{"status":1,"msg":"Enregistré."}'

function answer(code: number, text: string, retryAfter?: string): RawReply {
  const headers: Record<string, string | undefined> = {
    'Retry-After': retryAfter,
    'Content-Type': text.startsWith('<') ? 'text/html' : 'application/json',
  }
  return { code, text, header: name => headers[name] ?? null }
}

/** A provider keeps what it accepts; some of these speak in its place, before or after it. */
export function reply(fate: Fate, retryAfter: string): Reply {
  switch (fate) {
    case 'lostAnswer':
      return { stored: true, answer: 'lost' }
    case 'hangs':
      return { stored: true, answer: 'none' }
    case 'portalPage':
      return { stored: false, answer: answer(200, page) }
    case 'pageAfterStoring':
      return { stored: true, answer: answer(200, page) }
    case 'cutJson':
      return { stored: true, answer: answer(200, done.slice(0, 20)) }
    case 'cutTransfer':
      return { stored: true, answer: answer(200, done.slice(0, 20)), cut: true }
    case 'empty204':
      return { stored: true, answer: answer(204, '') }
    case 'noStatus':
      return { stored: false, answer: answer(200, '{"msg":"Bonjour"}') }
    case 'busy429':
      return { stored: false, answer: answer(429, '{"status":0,"msg":"Trop de demandes."}', retryAfter) }
    case 'broken500':
      return { stored: false, answer: answer(500, '{"status":0,"msg":"Erreur."}') }
    case 'brokenAfterStoring':
      return { stored: true, answer: answer(500, page) }
    case 'gateway502':
      return { stored: false, answer: answer(502, page) }
    case 'pause503':
      return { stored: false, answer: answer(503, page, retryAfter) }
    case 'refused':
      return { stored: false, answer: answer(200, '{"status":"0","msg":"Photo illisible."}') }
    case 'asksCode':
      return { stored: false, answer: answer(200, '{"status":0,"codeRequis":true,"msg":"Un code est envoyé."}') }
    case 'tooLarge413':
      return { stored: false, answer: answer(413, page) }
    case 'unprocessable422':
      return { stored: false, answer: answer(422, '{"status":0,"msg":"Type inconnu."}') }
    case 'missing404':
      return { stored: false, answer: answer(404, page) }
    case 'good':
    case 'slow':
    // The time of every upload in parts is over.
    case 'forgets':
    // These three end before the provider has the whole request.
    case 'unreachable':
    case 'halfBody':
    case 'stalls':
      return { stored: true, answer: answer(200, done) }
  }
}

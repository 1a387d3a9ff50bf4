import { askForCorrectionCode, gaveCodeSince, mayCorrect } from '../../enrolments/corrections.ts'
import { callerOf, tokenFor } from './browser.ts'
import { type Answer, type CallContext, codesSpent, tooMany } from './call.ts'

export function mayReplace(context: CallContext, matricule: string): Promise<boolean> {
  return mayCorrect(context.provider, matricule, callerOf(context))
}

const enterCode = 'Pour remplacer un document, entrez le code envoyé par SMS au numéro confirmé.'

/**
 * The browser already has the right, but sent this request with the token from before: the repeat
 * succeeds.
 */
const codeJustCame: Answer = {
  http: 503,
  refusal: 'codeRequired',
  retryAfterSeconds: 5,
  json: { status: 0, msg: 'Votre code vient d’arriver. Réessayez dans un instant.' },
}

/**
 * The portal keeps the photograph, asks the student for the code and sends the photograph again.
 */
export async function askForCode(context: CallContext, matricule: string): Promise<Answer> {
  const { provider, origin, address, came } = context
  if (await gaveCodeSince(provider.database, matricule, callerOf(context), came, provider.now()))
    return codeJustCame
  provider.alarm('correctionWithoutCode', matricule)
  const host = origin && new URL(origin).hostname
  const outcome = await askForCorrectionCode(provider, {
    matricule,
    host,
    caller: callerOf(context),
    address,
  })
  if (outcome.kind === 'tooMany') return tooMany('codesSent', outcome.waitMs)
  if (outcome.kind === 'codesSpent') return codesSpent(context)
  return {
    // The server recognises the browser from now on: the answer that brings the right may be lost.
    cookies: [tokenFor(context, 'correction').cookie],
    refusal: 'codeRequired',
    json: {
      status: 0,
      codeRequis: true,
      msg:
        outcome.kind === 'waits'
          ? `${enterCode} Le dernier code envoyé est encore valable.`
          : enterCode,
    },
  }
}

import * as v from 'valibot'
import { confirm } from '../../enrolments/confirmation.ts'
import * as field from '../../enrolments/fields.ts'
import { accountWaitMs } from '../../limits/rates.ts'
import { callerOf, freshToken } from './browser.ts'
import { type Call, call, phoneShared, tooMany } from './call.ts'
import { countForAll, giveBackGuess } from './lookups.ts'

const confirmed = 'Votre numéro de téléphone est confirmé.'
const corrects = 'Le code est bon. Votre document peut être remplacé.'

export const confirmationCalls: readonly Call[] = [
  call({
    path: 'etudiant/otp/valide',
    body: v.object({ matricule: field.matricule, otp: field.otp }),
    async answer({ matricule, otp }, context) {
      const { provider, limits, address } = context
      const now = provider.now().getTime()
      // One code tried on many matricules is brute force too. Students who enrolled at this address
      // are not stopped by it.
      const isKnown = limits.knownPairs.has(address, matricule)
      const ownWaitMs = isKnown ? 0 : limits.guesses.waitMs(address, now)
      // Paid before the code is looked at: many at once must not find out together more than one
      // could.
      const mustPay = !isKnown && ownWaitMs === 0
      const hasPaid = mustPay && (await countForAll(context, 'guesses'))
      const addressWaitMs = mustPay && !hasPaid ? accountWaitMs : ownWaitMs
      const { token, cookie } = freshToken()
      const cookies = provider.asksCodeForCorrections ? [cookie] : []
      const caller = callerOf(context)
      const outcome = await confirm(provider, {
        matricule,
        code: otp,
        caller,
        token,
        address,
        addressWaitMs,
      })
      // Of the thousands behind one address of a carrier, one in five mistypes.
      if (outcome.kind === 'confirmed' || outcome.kind === 'mayCorrect')
        limits.guesses.forgive(address)
      switch (outcome.kind) {
        case 'confirmed':
          limits.knownPairs.add(address, matricule, 'enrolled')
          return { cookies, json: { status: 1, msg: confirmed } }
        case 'mayCorrect':
          return { cookies, json: { status: 1, msg: corrects } }
        case 'repeated':
          return {
            cookies: outcome.again ? cookies : [],
            json: { status: 1, msg: outcome.of === 'enrolment' ? confirmed : corrects },
          }
        case 'wrong':
          if (!isKnown && outcome.relation !== 'browser') limits.guesses.record(address, now)
          else if (hasPaid) await giveBackGuess(context)
          return {
            refusal: 'wrongCode',
            json: { status: 0, msg: 'Ce code n’est pas le bon. Entrez le code du dernier SMS.' },
          }
        case 'phoneShared':
          return phoneShared(context, matricule)
        case 'expired':
          return { json: { status: 0, msg: 'Ce code a expiré. Demandez un nouveau code.' } }
        case 'tooMany':
          return tooMany(outcome.limit, outcome.waitMs)
      }
    },
  }),
]

import { formatDay } from '../../spec/day.ts'
import { isDateWrong, latestKnown } from './clock.ts'
import { type Problem, problemOf } from './problem.ts'

const words: Record<Exclude<Problem['kind'], 'http'>, string> = {
  offline: 'Pas de réseau pour le moment.',
  timeout: 'Le serveur met trop de temps à répondre.',
  stalled: "L'envoi est resté bloqué : le réseau ne passe plus.",
  cancelled: "L'envoi a été interrompu.",
  captive: "Ce réseau demande d'abord une connexion ou un forfait : ouvrez sa page d'accueil dans le navigateur, puis réessayez.",
  contract: 'Le serveur a donné une réponse incomplète.',
  damaged: "Ce qui était gardé ici s'est abîmé : rien n'en est parti. Donnez-le à nouveau.",
  unread: "La mémoire de ce téléphone n'a pas pu être lue.",
}

/** What a firewall, a gateway or a filter on the phone answers in the provider's place. */
const filters = [403, 405, 406, 407, 413, 415, 451, 501, 505]

function httpWords({ code, reply }: Extract<Problem, { kind: 'http' }>): string {
  if (!reply && filters.includes(code)) return `Un filtre de ce réseau refuse cet envoi (erreur ${code}).`
  if (code === 413) return 'Le fichier est trop lourd pour le serveur.'
  if (code === 429) return 'Trop de demandes à la fois. Patientez un peu avant de réessayer.'
  if (code >= 500) return `Le serveur est momentanément en panne (erreur ${code}).`
  return `Le serveur a refusé la demande (erreur ${code}).`
}

/**
 * In place of "no network", where the phone's date is what keeps it away; undefined where the date
 * may be right.
 */
export function dateText(now: number): string | undefined {
  if (!isDateWrong(now)) return undefined
  const ask = now < latestKnown() ? 'réglez-la' : 'si elle est fausse, réglez-la'
  return `La date de ce téléphone est le ${formatDay(now)} : ${ask} dans les paramètres du téléphone, puis réessayez. Avec une date fausse, le réseau ne passe pas.`
}

/** The only place that turns a problem into French. The provider's own message takes precedence. */
export function problemText(problem: Problem | undefined): string {
  if (!problem) return "Une erreur inattendue s'est produite."
  if (problem.kind === 'offline') return dateText(Date.now()) ?? words.offline
  return problem.kind === 'http' ? problem.reply?.msg || httpWords(problem) : words[problem.kind]
}

/**
 * When the portal tries again: once there is a network (`what` names what continues then), or at
 * the time `when`.
 */
export function againText(problem: Problem | undefined, when: string | 0 | undefined, what = 'Nouvel essai'): string {
  if (problem?.kind === 'captive') return `${what} dès que la connexion est ouverte.`
  if (problem?.kind === 'offline' || problem?.kind === 'stalled') return `${what} dès que le réseau revient.`
  return when ? `Nouvel essai ${when}.` : ''
}

export const errorText = (error: unknown): string => problemText(problemOf(error))

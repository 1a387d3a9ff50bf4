import type { Gone } from '../meanwhile.ts'

export const failsAgain = "L'envoi a échoué plusieurs fois. Essayez un autre réseau : en ville, en Wi-Fi, ou la nuit."
export const openWifi = "Si vous êtes en Wi-Fi, ouvrez d'abord sa page de connexion :"
export const askTeam = "Si rien ne part, l'équipe de votre campus peut vous aider. Gardez ce téléphone et n'effacez rien avant."
export const seeWaiting = 'Voir ce qui attend'

/** What became of documents meanwhile. Names no student: a locked phone shows it, too. */
const arrived = (count: number) => `${count} document${count > 1 ? 's sont arrivés' : ' est arrivé'}.`
const refusedDocuments = (count: number) => `${count} document${count > 1 ? 's sont' : ' est'} à refaire.`
export const gone = (news: Gone) => [news.arrived > 0 && arrived(news.arrived), news.refused > 0 && refusedDocuments(news.refused)].filter(Boolean).join(' ')
export const meanwhile = (news: Gone) => `Depuis votre dernière visite : ${gone(news)}`

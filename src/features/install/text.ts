import type { Lasting } from './use-way.ts'

/** The invitation to install the portal. */
export const title = 'Le portail comme une application'
export const why = "Il s'ouvre alors d'un doigt, même sans réseau, et le téléphone garde mieux vos réponses et vos photos."
export const install = 'Installer'
export const notNow = 'Pas maintenant'
export const share = 'Touchez « Partager » dans Safari.'
export const toHomeScreen = "Choisissez « Sur l'écran d'accueil »."
export const startsEmpty = 'Une fois installé, le portail commence vide sur iPhone et iPad : emportez-y ce que vous avez commencé ici.'
export const takeAlong = 'Emporter mon dossier'
export const firefoxMenu = "Touchez le menu ⋮ de Firefox, puis « Installer » ou « Ajouter à l'écran d'accueil »."
export const answered = {
  yes: "Le portail s'installe. Ouvrez-le ensuite depuis l'écran d'accueil de votre téléphone.",
  no: "D'accord, le portail ne le proposera plus.",
  unasked: "Le navigateur n'a pas ouvert l'installation. Le portail la proposera de nouveau à une prochaine visite.",
}

/** How long the browser keeps what the student started. */
export const lasting: Record<Lasting, string> = {
  kept: 'Ce navigateur garde vos réponses et vos photos tant que vous ne les effacez pas.',
  space: 'Si cet appareil manque de place, le navigateur peut effacer ce qui est gardé ici : envoyez-le dès que possible.',
  week: "Safari efface ce qui est gardé ici après sept jours sans ouvrir le portail, sauf s'il est installé.",
}

/** Offer of a notification once documents have left. */
export const tellMe = 'Me prévenir quand tout est parti'
export const willTell = 'Vous pouvez fermer le portail : une notification vous dira quand vos documents sont arrivés.'
export const tellsNext = 'À la prochaine ouverture, le portail vous dira quels documents sont arrivés.'
export const sendsOpen = "Fermé, le portail n'envoie rien depuis ce navigateur. Rouvrez-le quand vous aurez du réseau."

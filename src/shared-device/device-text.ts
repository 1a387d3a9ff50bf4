import type { ShortCall } from '../outbox/item.ts'

const dossiers = (count: number) => (count > 1 ? `${count} dossiers` : 'un dossier')

/** What a device says of the data on it. */
export const mode = 'Appareil partagé'
export const switchHint =
  "À activer sur une tablette qui passe d'un étudiant à l'autre. Chaque dossier est alors protégé par un code que l'étudiant choisit, et se verrouille tout seul."
export const shared =
  "Chaque étudiant efface son dossier lui-même, avec « Terminer et effacer ». Les photos restent aussi dans la galerie de l'appareil : effacez-les là."
export const stillSealed = (count: number) =>
  `Il y a encore ${dossiers(count)} sur cet appareil. Ouvrez chaque dossier avec son code et terminez-le, ou effacez-le, avant de désactiver « Appareil partagé ».`
export const plainTitle = 'Dossiers encore sans code'
export const plain =
  "Ces dossiers ont été commencés avant le mode « Appareil partagé » et peuvent encore être lus par le prochain étudiant. Donnez un code à chacun, ou effacez-le. Ils ne s'ouvrent pas d'ici là."
export const plainFinished = 'terminé'
export const giveCode = 'Lui donner un code'
export const erase = 'Effacer'
export const changed = 'Ce dossier vient de changer. Réessayez.'
export const eraseAll = 'Effacer mes données de cet appareil'
export const eraseAllTitle = 'Effacer mes données ?'
export const eraseAllDetail =
  "Vos réponses, vos photos et les dernières réponses du serveur seront effacées de cet appareil. Ce que le serveur a déjà reçu n'est pas touché."
export const unsent = (names: string) => `Pas encore envoyé, et perdu si vous effacez : ${names}.`
export const erased = 'Vos données ont été effacées de cet appareil.'
export const notErased = "L'effacement n'a pas réussi : des données sont encore sur cet appareil. Réessayez."
export const stale = (age: string) =>
  `Un brouillon n'a pas été touché depuis longtemps (${age}). Voulez-vous l'effacer de cet appareil ?`
export const staleErase = 'Effacer ce brouillon'
export const staleKeep = 'Le garder'

/** What of a dossier is not sent yet, beside its documents. */
const answers = 'vos réponses'
export const shortCallText: Record<ShortCall, string> = {
  save: answers,
  code: answers,
  newCode: answers,
  validate: answers,
}

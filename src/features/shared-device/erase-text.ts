import type { ShortCall } from '../../core/api/endpoints.ts'

/** Texts before and after data is erased from this device. */
export const finishTitle = 'Effacer ce dossier ?'
export const finishDetail = "Les réponses, les photos et le récépissé gardé de ce dossier seront effacés de cet appareil. Ce que le serveur a déjà reçu n'est pas touché."
export const gallery = "Pensez aussi à la galerie et aux téléchargements de l'appareil : vos photos et votre récépissé y restent souvent."
export const waiting = (names: string) => `Pas encore envoyé : ${names}.`
export const stuck = (names: string) => `Ne partira pas sans vous, et sera effacé : ${names}.`
export const letArriveThenErase = 'Laisser partir les envois, effacer le reste'
export const eraseUnsent = "Tout effacer, même ce qui n'est pas envoyé"
export const eraseDossier = 'Effacer ce dossier'
export const erase = 'Effacer'
export const eraseAll = 'Effacer mes données de cet appareil'
export const eraseAllTitle = 'Effacer mes données ?'
export const eraseAllDetail = "Vos réponses, vos photos, les récépissés gardés et les dernières réponses du serveur seront effacés de cet appareil. Ce que le serveur a déjà reçu n'est pas touché."
export const unsent = (names: string) => `Pas encore envoyé, et perdu si vous effacez : ${names}.`
export const erased = 'Vos données ont été effacées de cet appareil.'
export const notErased = "L'effacement n'a pas réussi : des données sont encore sur cet appareil. Réessayez."
export const stale = (age: string) => `Un brouillon n'a pas été touché depuis longtemps (${age}). Voulez-vous l'effacer de cet appareil ?`
export const staleErase = 'Effacer ce brouillon'
export const staleKeep = 'Le garder'

/** Photos shared by other apps. */
export const received = 'des photos reçues sans document'

/** What a dossier has not sent yet, besides its documents. */
const answers = 'vos réponses'
/** A request key of another build. */
export const otherText = answers
export const shortCallText: Record<ShortCall, string> = {
  save: answers,
  code: answers,
  newCode: answers,
  validate: answers,
}

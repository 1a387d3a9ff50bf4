/** The bar above the page of an open dossier. */
export const open = (initials: string) => (initials ? `Dossier de ${initials}` : 'Dossier ouvert')
export const lock = 'Verrouiller'
export const list = 'Dossiers'
export const finish = 'Terminer et effacer'
export const closing = "Le dossier va se verrouiller. Touchez l'écran pour continuer."
export const finishTitle = 'Effacer ce dossier ?'
export const finishDetail =
  "Les réponses et les photos de ce dossier seront effacées de cet appareil. Ce que le serveur a déjà reçu n'est pas touché."
export const gallery = "Pensez aussi à la galerie de l'appareil : l'appareil photo y garde souvent une copie."
export const waiting = (names: string) => `Pas encore envoyé : ${names}.`
export const stuck = (names: string) => `Ne partira pas sans vous, et sera effacé : ${names}.`
export const letGo = 'Laisser partir les envois, effacer le reste'
export const eraseUnsent = "Tout effacer, même ce qui n'est pas envoyé"
export const erase = 'Effacer ce dossier'

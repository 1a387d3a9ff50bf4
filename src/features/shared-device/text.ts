const dossiers = (count: number) => (count > 1 ? `${count} dossiers` : 'un dossier')

/** What a device says of the data on it. */
export const mode = 'Appareil partagé'
export const switchHint = "À activer sur une tablette qui passe d'un étudiant à l'autre. Chaque dossier est alors protégé par un code que l'étudiant choisit, et se verrouille tout seul. Les photos reçues d'une autre application, et encore sans document, sont effacées."
export const shared = "Chaque étudiant efface son dossier lui-même, avec « Terminer et effacer ». Les photos restent aussi dans la galerie de l'appareil, et les récépissés dans ses téléchargements : effacez-les là."
export const stillSealed = (count: number) => `Il y a encore ${dossiers(count)} sur cet appareil. Ouvrez chaque dossier avec son code et terminez-le, ou effacez-le, avant de désactiver « Appareil partagé ».`

/** The bar above the page of an open dossier. */
export const open = (initials: string) => (initials ? `Dossier de ${initials}` : 'Dossier ouvert')
export const lock = 'Verrouiller'
export const list = 'Dossiers'
export const finish = 'Terminer et effacer'
export const closing = "Le dossier va se verrouiller. Touchez l'écran pour continuer."

export const title = 'Photos reçues'
export const question = 'Quel document est sur cette photo ?'
export const after = (count: number) => (count > 1 ? `Puis ${count} autres photos` : 'Puis une autre photo')
export const preview = 'La photo reçue'
export const unreadable = 'Ce fichier ne peut pas être montré ici. Si ce document est dessus, reprenez-le en photo.'
export const notKept = "Cette photo n'est pas encore gardée ici. Choisissez son document avant de quitter cette page. Elle reste aussi dans l'application d'où elle vient."
export const dismiss = 'Ne pas garder cette photo'
export const replaceTitle = 'Remplacer la photo ?'
export const replace = (document: string) => `Il y a déjà une photo pour « ${document} ». La nouvelle prend sa place.`

export const declinedTitle = "Un fichier n'a pas été pris"
export const tooMany = "Dix photos au plus peuvent attendre ici. Les autres n'ont pas été prises : partagez-les ensuite."
export const understood = "J'ai compris"

export const placed = 'Vos photos ont leur place'
export const placedDetail = "Elles sont gardées sur cet appareil, avec les autres. Vérifiez qu'elles se lisent bien."
export const none = "Aucune photo n'attend ici."
export const how = 'Pour en envoyer une depuis la galerie ou WhatsApp : ouvrez la photo, touchez « Partager », puis « Inscription ». Cela marche sur Android, quand le portail est installé.'
export const again = "La photo n'est pas arrivée. Elle est toujours là où vous l'avez prise : partagez-la encore une fois."

/** Where a photo goes. */
export const enrolment = 'Pour votre inscription'
export const correction = 'Pour la mise à jour de vos documents'
export const finished = 'Tous les documents de cette inscription sont déjà envoyés.'
export const unknown = 'Sans réponse du serveur, le portail ne sait pas quels documents sont à reprendre. Réessayez avec du réseau.'
export const toEnrolment = "Continuer l'inscription"

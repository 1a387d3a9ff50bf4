export const title = 'Photos reçues'
export const question = 'Quel document est sur cette photo ?'
export const after = (count: number) => `Encore ${count} à placer`
export const toPlace = (count: number) => (count > 1 ? `${count} photos reçues à placer` : 'Une photo reçue à placer')
export const preview = 'La photo reçue'
export const unreadable = 'Ce fichier ne peut pas être montré ici.'
export const notKept = "Cette photo n'est pas encore gardée ici. Choisissez son document avant de quitter cette page."
export const notPlaced = "Cette photo n'a pas été prise : une autre l'a remplacée, ou ce dossier est sur un autre appareil."
export const dismiss = 'Ne pas garder cette photo'
export const replaceTitle = 'Remplacer la photo ?'
export const replace = (document: string) => `Il y a déjà une photo pour « ${document} ». La nouvelle prend sa place.`

export const declinedTitle = "Un fichier n'a pas été pris"
export const tooMany = "Dix photos au plus attendent ici. Les autres n'ont pas été prises : partagez-les ensuite."
export const understood = "J'ai compris"

export const placed = 'Vos photos ont leur place'
export const placedDetail = 'Elles sont gardées sur cet appareil.'
export const none = "Aucune photo n'attend ici."
export const how = 'Dans la galerie ou WhatsApp, ouvrez une photo, touchez « Partager », puis « Inscription ». Il faut un téléphone Android, avec le portail installé.'
export const again = "La photo n'est pas arrivée. Ouvrez-la d'abord dans la galerie, puis partagez-la encore une fois."

/** Names of the dossier that receives a photo. */
export const enrolment = (prenom: string) => (prenom ? `Pour cette inscription : ${prenom}` : 'Pour votre inscription')
export const preparation = 'Pour préparer une inscription'
export const correction = (ending: string) => `Pour la mise à jour du dossier qui finit par ${ending}`
export const finished = 'Tous les documents de cette inscription sont envoyés.'
export const received = 'Ce dossier est sur un autre appareil : donnez la photo là-bas.'
export const unknown = 'Le serveur ne répond pas : les documents à reprendre ne sont pas connus.'
export const toEnrolment = "Continuer l'inscription"

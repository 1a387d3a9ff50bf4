/** Of all texts, for screen readers. */
export const language = 'fr'

/** Section 4 and 8, to the letter. */
export const closedMessage = 'Les inscriptions sont fermées'
export const openMessage = 'Les inscriptions sont ouvertes'

/** Section 9, the status page's years. */
export const currentYears = '2021 ou plus'
export const previousYears = '2019-2020'
export const olderYears = 'Années antérieures'

/** Sentences that several places share. Each sentence of the portal is a constant of its own, in the text file of its
 * feature: the bundler then drops unused sentences, and the minified code holds no name for a used one. */
export const loading = 'Chargement…'
export const cancel = 'Annuler'
export const close = 'Fermer'
export const retry = 'Réessayer'
export const reload = 'Recharger'
export const toStatus = "Vérifier l'état de mon dossier"
export const prepare = 'Préparer mes documents'
export const register = "S'inscrire"
export const toHome = "Retour à l'accueil"
export const toReceipt = 'Télécharger mon récépissé'
export const notValidated = 'En vérification ou à reprendre'
export const noFile = 'Aucun dossier ne correspond à ces informations.'
export const identityDocuments = "Une pièce d'identité en cours de validité : passeport, carte d'identité nationale (NINA), carte biométrique, ou fiche descriptive individuelle pour les moins de 18 ans"
export const ofParent = "La pièce d'identité d'un parent peut être utilisée si la carte SIM est enregistrée au nom de ce parent."
export const samePerson = "La fiche d'identification de la carte SIM et la pièce d'identité doivent être au nom d'une seule et même personne."

/** Section 5 and 8, to the letter. */
export const requiredMessage = 'Champ obligatoire.'
export const invalidMessage = 'Le format est invalide.'
export const tooLargeMessage = 'Fichier selectionné trop volumineux. Au plus 5Mo'

/**
 * Every page shows this link; the other sentences about the shared device are loaded once they are
 * needed.
 */
export const link = 'Données sur cet appareil'

/** Days, written without Intl (day.ts). */
export const months = ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'] as const
export const firstDay = '1er'

/** What several places say in the same words. Each sentence of the portal is a constant of its own, in the text file of
 * its feature: what nobody says is then not downloaded, and what a screen says costs no name. */
export const loading = 'Chargement…'
export const cancel = 'Annuler'
export const close = 'Fermer'
export const retry = 'Réessayer'
export const reload = 'Recharger'
export const toStatus = "Vérifier l'état de mon dossier"
export const prepare = 'Préparer mes documents'
export const toReceipt = 'Télécharger mon récépissé'
export const notValidated = 'En vérification ou à reprendre'
export const noFile = 'Aucun dossier ne correspond à ces informations.'

/** Section 5 and 8, to the letter. */
export const requiredMessage = 'Champ obligatoire.'
export const invalidMessage = 'Le format est invalide.'
export const tooLargeMessage = 'Fichier selectionné trop volumineux. Au plus 5Mo'

export const title = 'Mise à jour de mes documents'
export const heading = 'Veuillez mettre à jour les documents ci-dessous.'
export const matricule = (matricule: string) => `Matricule ${matricule}`
export const blocked = 'Envoyez au moins une nouvelle photo pour continuer.'
export const intro = 'Photographiez ce qui manque. Les photos partent toutes seules.'
export const oneIsEnough = "Une seule nouvelle photo suffit : reprenez le document refusé. Les autres restent tels qu'ils sont."
export const loading = 'Recherche de votre dossier…'
export const hidden = "Sur un appareil partagé, l'adresse ne garde pas votre numéro. Vérifiez de nouveau l'état de votre dossier."
export const nothing = 'Aucun document de ce dossier ne demande de mise à jour.'
export const update = 'Mettre à jour'
export const updating = 'Mise à jour en cours…'
export const underWay = 'Votre mise à jour est reçue, mais toutes vos photos ne sont pas encore arrivées. Voyez ci-dessous où elles en sont.'
export const noMatricule = "Le serveur n'a pas donné le matricule de ce dossier. Recommencez avec votre numéro matricule."
export const kept = 'le dernier état connu de votre dossier'

export const updated = 'Mise à jour effectuée'
export const updatedDetail = 'Vos documents ont été bien reçus. Vous recevrez une réponse dans un délai de 48 heures.'

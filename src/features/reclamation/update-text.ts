export const updateTitle = 'Mise à jour effectuée'
export const detail = 'Vos documents ont été bien reçus. Vous recevrez une réponse dans un délai de 48 heures.'

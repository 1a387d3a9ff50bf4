/** Home's texts for an enrolment started here; they load with the parts that show them. */
export const greeting = (name: string) => (name ? `Bonjour ${name}, votre inscription vous attend.` : 'Une inscription vous attend.')
export const stands = (step: number, steps: number, given: number, documents: number) => `étape ${step} sur ${steps}${given >= 0 ? `, ${given} document${given > 1 ? 's' : ''} sur ${documents}` : ''}`
export const left = (count: number) => (count > 1 ? `Il reste ${count} documents` : 'Il reste 1 document')
export const listed = (titles: readonly string[]) => ` : ${titles.join(', ')}.`
export const kept = 'Vos réponses sont gardées sur cet appareil.'
export const keptClosed = "Votre inscription est gardée sur cet appareil. Vous pourrez la continuer à l'ouverture."
export const readyToGo = 'Ils partiront une fois votre numéro confirmé, pendant votre inscription.'
export const onTheirWay = 'Toutes vos photos sont données. Elles partent dès que le réseau le permet.'
export const done = 'Votre pré-inscription est effectuée.'
export const contactedBy = (moment: string) => `Vous serez contacté avant le ${moment}.`
export const wanted = "Des documents de votre dossier sont à reprendre, d'après votre dernière vérification."
export const correct = 'Mettre à jour mes documents'
export const wholeName = 'Nom complet'
export const matricule = 'Votre matricule'
export const phone = 'Votre numéro'
export const transferred = 'Votre dossier est remis à un autre appareil.'
export const toHanded = 'Suivre la remise'

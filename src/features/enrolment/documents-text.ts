/** What the third step and the ending say. */
export const missing = (count: number) => `Envoyez les ${count} documents pour continuer.`
export const now = 'Et maintenant'
export const keepPhoneOn = 'Gardez ce numéro allumé'
export const answerBefore = (moment: string) => `Nous vous répondons avant le ${moment}.`
export const answerSoon = 'Nous vous répondons sous 48 heures.'
export const received = (count: number) => `Vos ${count} photos enregistrées`
export const phone = 'Téléphone'

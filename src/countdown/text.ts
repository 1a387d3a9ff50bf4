export const checking = "Vérification des dates d'inscription…"
/** Section 2, to the letter. */
export const days = 'Jours'
export const hours = 'Heures'
export const minutes = 'Minutes'
export const seconds = 'Secondes'

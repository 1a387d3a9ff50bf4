export const checking = "Vérification des dates d'inscription…"
/** Section 2, to the letter. */
export const days = 'Jours'
export const hours = 'Heures'
/** Of which a small screen shows the first part. */
export const minutes = ['Min', 'utes'] as const
export const seconds = ['Sec', 'ondes'] as const

export const since = (day: string, hour: string) => `Depuis le ${day}, à ${hour}.`
export const comeBack = "Revenez à l'ouverture, avec vos documents prêts."

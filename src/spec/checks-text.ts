/** Section 5, to the letter. */
export const formatMessage = 'Format non valide.'
export const atLeast = (count: number, unit: string) => `Pas moins de ${count} ${unit}.`
export const atMost = (count: number, unit: string) => `Pas plus de ${count} ${unit}.`
export const letters = 'lettres'
export const digits = 'chiffres'
export const characters = 'chiffres/lettres'

/** The questions that several forms ask. */
export const bacYear = 'Année du baccalauréat'
export const bacYearPlaceholder = "Choisissez l'année du Bac"
export const phone = 'Numéro de téléphone'
export const matricule = 'Numéro matricule'
export const place = 'Numéro de place au bac'
export const series = 'Série'
export const seriesPlaceholder = 'Choisissez la série'
export const academy = "Académie d'enseignement"
export const academyPlaceholder = "Choisissez l'académie"
export const code = 'Code de confirmation'

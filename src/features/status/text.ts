import type { Outcome } from '../../core/api/schemas.ts'
import { type FileStatusCode, fileStatusCode } from '../../spec/file-status.ts'
import { noFile } from '../../spec/text.ts'

export const title = 'État de mon dossier'
export const intro = "Pour vérifier l'état de votre dossier, choisissez l'année du baccalauréat et saisissez soit votre numéro de téléphone, soit votre numéro matricule."
export const phoneHint = '8 chiffres, sans espace.'
export const matriculeHint = '11 ou 12 chiffres et lettres majuscules.'
export const or = 'OU'
export const yearFirst = "Choisissez l'année du bac pour vérifier."
export const check = 'Vérifier'
export const checking = 'Vérification…'
export const another = 'Vérifier un autre dossier'
export const correct = 'Cliquez-ici pour mettre à jour vos documents'
export const elsewhere = "Si votre dossier ne s'y trouve pas : "
export const site = "site d'inscription de votre année"
export const noSite = "contactez l'assistance."
export const kept = 'la dernière réponse connue'

export const byPhone = (year: string, phone: string) => `Bac ${year}, téléphone ${phone}`
export const byMatricule = (year: string, matricule: string) => `Bac ${year}, matricule ${matricule}`
export const titled = (words: string) => `${words} – ${title}`
export const checkedAt = (day: string, hour: string) => `Réponse du ${day}, à ${hour}.`
export const documentsTitle = 'Vos documents'
export const validated = 'Validé'

/** Of each code: what to say where the provider does not, and what to do next. */
const fileWords: Record<FileStatusCode, { state: string; next: string }> = {
  [-1]: { state: noFile, next: "Vérifiez l'année et le numéro ci-dessous, puis recommencez. Si vous n'avez pas encore de dossier, inscrivez-vous depuis l'accueil." },
  0: { state: 'Des documents de ce dossier sont à mettre à jour.', next: 'Reprenez seulement les documents demandés. Les autres restent au dossier.' },
  1: { state: 'Ce dossier est en cours de traitement.', next: "Vous n'avez rien à faire pour le moment. Gardez votre téléphone allumé et revenez vérifier dans 48 heures." },
  2: { state: 'Ce dossier est validé.', next: "Il ne reste qu'à télécharger votre récépissé et à le garder." },
  3: { state: 'Ces informations ne sont pas valides.', next: 'Corrigez les informations ci-dessous, puis vérifiez de nouveau.' },
  other: { state: "Le serveur n'a pas dit où en est ce dossier.", next: "Réessayez plus tard, ou demandez de l'aide." },
}

export function describeFile({ status, msg }: Outcome): { state: string; next: string } {
  const { state, next } = fileWords[fileStatusCode(status)]
  return { state: msg || state, next }
}

/** Section 5, status form, to the letter. */
export const bothMessage = 'Les deux champs ne sont pas autorisés ensemble.'
export const neitherMessage = "Renseigner l'un des deux champs svp!!!"

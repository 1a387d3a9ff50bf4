import type { DocumentType } from '../../spec/documents.ts'
import * as commonText from '../../spec/text.ts'

export const title = 'Inscription des bacheliers'
export const intro = "Vous avez réussi le baccalauréat et vous êtes orienté dans un établissement public d'enseignement supérieur du Mali ? Inscrivez-vous ici pour recevoir votre bourse et votre trousseau sur votre compte d'argent mobile."
export const free = "L'inscription est gratuite."
export const newest = (bac: string) => `Les bacheliers de ${bac} peuvent s'inscrire.`
export const newestLater = (bac: string) => `Bacheliers de ${bac} : à l'ouverture des inscriptions`
export const later = "À l'ouverture des inscriptions"
export const unverified = "Les dates des inscriptions n'ont pas pu être vérifiées"
export const waiting = (asked: boolean) => (asked ? "Gardez cette page : elle mène à l'inscription si celle-ci ouvre." : 'Dates non vérifiées. Gardez cette page : elle les redemande.')
export const register = (bac: string) => (bac ? `${commonText.register} – Bac ${bac}` : commonText.register)
export const readier = 'Vous irez plus vite avec vos documents prêts.'

/** An enrolment started on this device. */
export const again = 'Votre inscription commencée y est gardée'
export const anotherPerson = 'Pour une autre personne'

export const transfer = 'Changer de téléphone ou de tablette'

export const contacts = "Demander de l'aide"
export const older = 'Bac plus ancien ?'
export const site20192020 = 'Bac 2020 ou 2019'
export const siteOlder = 'Bac antérieur à 2019'
export const rulesTitle = 'À savoir avant de commencer'
export const inPerson = "Vous devez vous inscrire vous-même. Ne remettez jamais vos documents à quelqu'un d'autre."
export const secret = 'Ne donnez jamais votre code, même à une personne qui dit vous aider.'
export const rules = ["Le numéro de téléphone doit être enregistré chez un opérateur (Moov Africa Malitel, Orange ou Telecel) à votre nom ou au nom de l'un de vos parents.", commonText.ofParent, commonText.samePerson, "Des équipes d'assistance vous aident sur place dans quatre campus."]
export const documentsTitle = 'Documents à préparer'
export const documents: Record<DocumentType, string> = {
  attest: "L'original de l'attestation du baccalauréat",
  actenaiss: "L'extrait d'acte de naissance",
  simcard: "La fiche d'identification de la carte SIM",
  carteid: commonText.identityDocuments,
  photobuste: 'Une photo de profil',
}

export const checking = "Vérification des dates d'inscription…"
/** Section 2, to the letter. */
export const days = 'Jours'
export const hours = 'Heures'
/** A small screen shows only the first part of each. */
export const minutes = ['Min', 'utes'] as const
export const seconds = ['Sec', 'ondes'] as const

export const since = (day: string, hour: string) => `Depuis le ${day}, à ${hour}.`
export const comeBack = "Revenez à l'ouverture, avec vos documents prêts."

import type { DocumentType } from '../rules/documents.ts'

export const title = 'Inscription des bacheliers'
export const intro = "Vous avez réussi le baccalauréat et vous êtes orienté dans un établissement public d'enseignement supérieur du Mali ? Inscrivez-vous ici pour recevoir votre bourse et votre trousseau sur votre compte d'argent mobile."
export const newest = (bac: string) => `Les bacheliers de ${bac} peuvent s'inscrire.`
export const waiting = (asked: boolean) => (asked ? "Gardez cette page : elle mène à l'inscription si celle-ci ouvre." : 'Dates non vérifiées. Gardez cette page : elle les redemande.')
export const register = (bac: string) => (bac ? `S'inscrire – Bac ${bac}` : "S'inscrire")
export const site20192020 = 'Bac 2020 ou 2019'
export const siteOlder = 'Bac antérieur à 2019'
export const rulesTitle = 'À savoir avant de commencer'
export const rules = [
  "L'inscription est gratuite.",
  "Vous devez vous inscrire vous-même. Ne remettez jamais vos documents à quelqu'un d'autre.",
  "Le numéro de téléphone doit être enregistré chez un opérateur (Moov Africa Malitel, Orange ou Telecel) à votre nom ou au nom de l'un de vos parents.",
  "La pièce d'identité d'un parent peut être utilisée si la carte SIM est enregistrée au nom de ce parent.",
  "La fiche d'identification de la carte SIM et la pièce d'identité doivent être au nom d'une seule et même personne.",
  "Des équipes d'assistance vous aident sur place dans quatre campus.",
]
export const documentsTitle = 'Documents à préparer'
export const documents: Record<DocumentType, string> = {
  attest: "L'original de l'attestation du baccalauréat",
  actenaiss: "L'extrait d'acte de naissance",
  simcard: "La fiche d'identification de la carte SIM",
  carteid: "Une pièce d'identité en cours de validité : passeport, carte d'identité nationale (NINA), carte biométrique, ou fiche descriptive individuelle pour les moins de 18 ans",
  photobuste: 'Une photo de profil',
}

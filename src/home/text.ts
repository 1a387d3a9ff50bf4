import type { DocumentType } from '../rules/documents.ts'

export const title = 'Inscription des bacheliers'
export const intro = "Vous avez réussi le baccalauréat et vous êtes orienté dans un établissement public d'enseignement supérieur du Mali ? Inscrivez-vous ici pour recevoir votre bourse et votre trousseau sur votre compte d'argent mobile."
export const free = "L'inscription est gratuite."
export const newest = (bac: string) => `Les bacheliers de ${bac} peuvent s'inscrire.`
export const newestLater = (bac: string) => `Bacheliers de ${bac} : à l'ouverture des inscriptions`
export const later = "À l'ouverture des inscriptions"
export const waiting = (asked: boolean) => (asked ? "Gardez cette page : elle mène à l'inscription si celle-ci ouvre." : 'Dates non vérifiées. Gardez cette page : elle les redemande.')
export const register = (bac: string) => (bac ? `S'inscrire – Bac ${bac}` : "S'inscrire")
export const readier = 'Vous irez plus vite avec vos documents prêts.'

/** What was begun on this device. */
export const greeting = (name: string) => (name ? `Bonjour ${name}, votre inscription vous attend.` : 'Une inscription vous attend.')
export const stands = (step: number, steps: number, given: number, documents: number) => `étape ${step} sur ${steps}${given >= 0 ? `, ${given} document${given > 1 ? 's' : ''} sur ${documents}` : ''}`
export const left = (count: number) => (count > 1 ? `Il reste ${count} documents` : 'Il reste 1 document')
export const listed = (titles: readonly string[]) => ` : ${titles.join(', ')}.`
export const kept = 'Vos réponses sont gardées sur cet appareil.'
export const keptClosed = "Votre inscription est gardée sur cet appareil. Vous pourrez la continuer à l'ouverture."
export const onTheirWay = 'Toutes vos photos sont données. Elles partent dès que le réseau le permet.'
export const notArrived = (count: number) => (count > 1 ? `${count} envois ne sont pas encore arrivés` : "1 envoi n'est pas encore arrivé")
export const done = 'Votre pré-inscription est effectuée.'
export const contactedBy = (moment: string) => `Vous serez contacté avant le ${moment}.`
export const wanted = "Des documents de votre dossier sont à reprendre, d'après votre dernière vérification."
export const correct = 'Mettre à jour mes documents'
export const handed = 'Votre dossier est remis à un autre appareil.'
export const toHanded = 'Suivre la remise'
export const again = 'Votre inscription commencée y est gardée'
export const anotherPerson = 'Pour une autre personne'
export const wholeName = 'Nom complet'
export const matricule = 'Votre matricule'
export const phone = 'Votre numéro'

export const transfer = 'Changer de téléphone ou de tablette'

export const contacts = "Demander de l'aide"
export const older = 'Bac plus ancien ?'
export const site20192020 = 'Bac 2020 ou 2019'
export const siteOlder = 'Bac antérieur à 2019'
export const rulesTitle = 'À savoir avant de commencer'
export const inPerson = "Vous devez vous inscrire vous-même. Ne remettez jamais vos documents à quelqu'un d'autre."
export const secret = 'Ne donnez jamais votre code, même à une personne qui dit vous aider.'
export const rules = [
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

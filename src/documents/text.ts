import type { DocumentType } from '../spec/documents.ts'

interface DocumentWords {
  title: string
  /** Within a sentence. */
  named: string
  saved: string
  notSaved: string
}

/** Section 8, to the letter, and its equivalents for the documents of which it gives no example. */
export const documentText: Record<DocumentType, DocumentWords> = {
  actenaiss: {
    title: "Extrait d'acte de naissance",
    named: "l'acte de naissance",
    saved: "Photo de l'acte de naissance enregistrée avec succès.",
    notSaved: "Photo de l'acte de naissance non enregistrée.",
  },
  carteid: {
    title: "Pièce d'identité",
    named: "la pièce d'identité",
    saved: "Photo de la carte d'identité enregistrée avec succès.",
    notSaved: "Photo de la carte d'identité non enregistrée.",
  },
  simcard: {
    title: "Fiche d'identification de la carte SIM",
    named: 'la fiche de la carte SIM',
    saved: 'Photo de la carte sim enregistrée avec succès.',
    notSaved: 'Photo de la carte sim non enregistrée.',
  },
  attest: {
    title: 'Attestation du baccalauréat',
    named: "l'attestation du bac",
    saved: "Photo de l'attestation enregistrée avec succès.",
    notSaved: "Photo de l'attestation non enregistrée.",
  },
  photobuste: {
    title: 'Photo de profil',
    named: 'votre photo de profil',
    saved: 'Photo buste enregistrée avec succès.',
    notSaved: 'Photo buste non enregistrée.',
  },
}

/** Section 8, to the letter. */
export const noMatriculeMessage = "Renseigner correctement le champ matricule à l'étape 1."

export const unreadableMessage = "Cette photo n'a pas pu être lue sur l'appareil. Ouvrez-la d'abord dans la galerie, puis choisissez-la de nouveau, ou reprenez-la avec l'appareil photo."

export const damagedMessage = "La mémoire de ce téléphone a abîmé cette photo : rien n'en est parti. Reprenez-la."

export const notLoadedMessage = "Cet outil n'a pas pu être chargé. Votre photo reste telle qu'elle est ; réessayez quand le réseau revient."

export const notKeptMessage = "Cette photo n'a pas pu être préparée, et l'appareil n'a pas pu la garder. Donnez-la à nouveau quand le réseau revient."

export const notAtHandMessage = "Cette photo n'a pas pu être modifiée : une autre l'a remplacée, ou elle n'est plus en mémoire. Celle qui est enregistrée n'a pas changé. Pour en modifier une, choisissez-la de nouveau."

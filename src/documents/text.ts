import type { DocumentType } from '../rules/documents.ts'

interface DocumentWords {
  title: string
  hint: string
  saved: string
  notSaved: string
}

/** Section 8, to the letter, and its equivalents for the documents of which it gives no example. */
export const documentText: Record<DocumentType, DocumentWords> = {
  actenaiss: {
    title: "Extrait d'acte de naissance",
    hint: 'La feuille entière, à plat, bien éclairée.',
    saved: "Photo de l'acte de naissance enregistrée avec succès.",
    notSaved: "Photo de l'acte de naissance non enregistrée.",
  },
  carteid: {
    title: "Pièce d'identité",
    hint: 'Passeport, carte NINA, carte biométrique, ou fiche descriptive individuelle pour les moins de 18 ans.',
    saved: "Photo de la carte d'identité enregistrée avec succès.",
    notSaved: "Photo de la carte d'identité non enregistrée.",
  },
  simcard: {
    title: "Fiche d'identification de la carte SIM",
    hint: "Au même nom que la pièce d'identité.",
    saved: 'Photo de la carte sim enregistrée avec succès.',
    notSaved: 'Photo de la carte sim non enregistrée.',
  },
  attest: {
    title: 'Attestation du baccalauréat',
    hint: "L'original, pas une copie.",
    saved: "Photo de l'attestation enregistrée avec succès.",
    notSaved: "Photo de l'attestation non enregistrée.",
  },
  photobuste: {
    title: 'Photo de profil',
    hint: 'Le visage et les épaules, de face.',
    saved: 'Photo buste enregistrée avec succès.',
    notSaved: 'Photo buste non enregistrée.',
  },
}

/** Section 5 and 8, to the letter. */
export const requiredMessage = 'Champ obligatoire.'
export const tooLargeMessage = 'Fichier selectionné trop volumineux. Au plus 5Mo'
export const noMatriculeMessage = "Renseigner correctement le champ matricule à l'étape 1."

export const unreadableMessage =
  "Cette photo n'a pas pu être lue sur l'appareil. Choisissez-la de nouveau, ou reprenez-la avec l'appareil photo."

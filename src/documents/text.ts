import type { DocumentType } from '../rules/documents.ts'

interface Cost {
  photos: number
  /** Already formatted. */
  size: string
  exact: boolean
}

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

export const preview = (title: string) => `Aperçu : ${title}`

/** Section 8, to the letter. */
export const noMatriculeMessage = "Renseigner correctement le champ matricule à l'étape 1."

export const unreadableMessage = "Cette photo n'a pas pu être lue sur l'appareil. Choisissez-la de nouveau, ou reprenez-la avec l'appareil photo."

export const take = 'Prendre une photo'
export const choose = 'Choisir une photo'
export const takeHere = 'Photographier sans quitter le portail'
export const edit = 'Recadrer / tourner'
export const remove = 'Retirer la photo'
export const earlierStays = 'La photo donnée avant reste enregistrée.'
export const allReceived = 'Tous vos documents sont reçus. Reprenez cette photo, ou gardez-la pour continuer.'
export const keepAnyway = 'Garder quand même'
export const retake = 'Reprendre la photo'
export const sheetFound = 'La feuille a été repérée. Recadrée, elle se lit mieux et son envoi coûte moins.'
export const crop = 'Recadrer sur la feuille'
export const resend = 'Renvoyer la même photo'

/** Where a photo is, between the specified sentences. */
export const postponed = 'Photo gardée sur cet appareil. Elle sera préparée dès que le réseau revient.'
export const preparing = 'Préparation de la photo…'
export const sending = (sent: string, total: string) => `Envoi en cours : ${sent} sur ${total}`
export const sendingLabel = 'Envoi de la photo'
export const kept = (size: string) => `Enregistrée sur cet appareil (${size}).`
export const queued = "En attente d'envoi…"

export const notLoadedMessage = "Cet outil n'a pas pu être chargé. Votre photo reste telle qu'elle est ; réessayez quand le réseau revient."

export const notKeptMessage = "Cette photo n'a pas pu être préparée, et l'appareil n'a pas pu la garder. Donnez-la à nouveau quand le réseau revient."

export const notAtHandMessage = "Cette photo n'a pas pu être modifiée : une autre l'a remplacée, ou elle n'est plus en mémoire. Celle qui est enregistrée n'a pas changé. Pour en modifier une, choisissez-la de nouveau."

const count = (photos: number) => `${photos} photo${photos > 1 ? 's' : ''}`

export const cost = "Coût de l'envoi"
export const costTotal = ({ photos, size, exact }: Cost) => `${count(photos)}, ${size}${exact ? '' : ' au plus'}`
export const costSent = (size: string) => `dont ${size} déjà envoyés`
export const economy = 'Photos allégées : économie de données ou réseau lent.'

/** The phone ended the page while a picker was open (docs/platform.md, "Photos"). */
export const interruptedText = {
  camera: "La photo n'a pas été reçue : le téléphone a fermé le portail pendant que l'appareil photo était ouvert. Reprenez-la, ou choisissez-la dans la galerie : l'appareil photo l'y a souvent enregistrée. Tout le reste est gardé.",
  gallery: "La photo n'a pas été reçue : le téléphone a fermé le portail pendant que la galerie était ouverte. Choisissez-la de nouveau. Tout le reste est gardé.",
  often: "Si cela se répète, utilisez « Photographier sans quitter le portail » : le téléphone n'a alors pas d'autre application à ouvrir.",
}

import type { DocumentType } from '../../spec/documents.ts'
import type { IdentityKind } from '../documents.rule.ts'

/** What the rows of the documents say, beside the specified sentences (text.ts). */

export const preview = (title: string) => `Aperçu : ${title}`

export const take = 'Prendre une photo'
export const choose = 'Choisir une photo'
export const takeHere = 'Photographier sans quitter le portail'
export const inVain = 'Toujours pas de photo ? Essayez autrement.'
export const chooseAny = 'Choisir parmi toutes les images'
export const edit = 'Recadrer / tourner'
export const remove = 'Retirer la photo'
export const earlierStays = 'La photo donnée avant reste enregistrée.'
export const allReceived = 'Tous vos documents sont reçus. Reprenez cette photo, ou gardez-la pour continuer.'
export const keepAnyway = 'Garder quand même'
export const retake = 'Reprendre la photo'
export const sheetFound = 'La feuille a été repérée. Recadrée, elle se lit mieux et son envoi coûte moins.'
export const crop = 'Recadrer sur la feuille'
export const keepWhole = 'Garder la photo entière'
export const resend = 'Renvoyer la même photo'

/** Where a photo is, in a word or two, and what can be done. */
export const empty = 'À photographier'
export const preparing = 'Préparation…'
export const fetching = "Le téléphone va encore chercher cette photo. Si cela dure, ouvrez-la d'abord dans la galerie, ou donnez-en une autre."
export const postponed = 'Photo gardée sur cet appareil. Elle sera préparée dès que le réseau revient.'
export const kept = (size: string) => `Gardée ici · ${size}`
export const partly = (arrived: string, total: string) => `Gardée ici · ${arrived} sur ${total} arrivés`
export const needsCode = (size: string) => `Attend votre code · ${size}`
export const codeBelow = 'Un code vous est demandé plus bas.'
export const sending = (sent: string, total: string) => `Envoi en cours · ${sent} sur ${total}`
export const sendingLabel = 'Envoi de la photo'
export const sent = (size: string) => `Envoyée · ${size}`
export const alwaysCut = "Le réseau coupe avant la fin de l'envoi. La photo est allégée autant que possible, et reste gardée ici. Essayez ailleurs, en Wi-Fi, ou avec l'équipe de votre campus."
export const walled = "Un filtre de ce réseau refuse cette photo. Elle est allégée autant que possible, et reste gardée ici. Essayez un autre réseau, ou avec l'équipe de votre campus."
export const doubtful = (words: string) => `${words} · à vérifier`
export const notSaved = 'Non enregistrée'
export const toRetake = 'À reprendre'
export const add = 'Ajouter'
export const change = 'Modifier'

/** The progress of all documents. */
export const tally = (sent: number, total: number) => `${sent} sur ${total} envoyés`
export const newPhotos = (sent: number) => (sent > 1 ? `${sent} nouvelles photos envoyées` : `${sent} nouvelle photo envoyée`)
export const toRepeat = (count: number) => `${count} à reprendre`
export const left = (size: string) => `${size} restants`
export const atMost = (size: string) => `${size} au plus`
export const economy = 'Photos allégées : économie de données ou réseau lent.'
export const away = (count: number) => (count > 1 ? `Continuez : ${count} photos partiront dès que le réseau revient.` : `Continuez : ${count} photo partira dès que le réseau revient.`)

export const spaceShort = 'Il reste peu de place sur cet appareil. Effacez quelques photos ou vidéos avant de continuer, pour que tout puisse être gardé.'
export const ready = (count: number, total: number) => `${count} ${count > 1 ? 'documents' : 'document'} sur ${total} ${count > 1 ? 'sont prêts' : 'est prêt'}`
export const seeReady = 'Voir mes documents prêts'

const corners = 'Les 4 coins de la feuille'
const stamp = 'Le cachet et la signature'
const flat = 'À plat, bien éclairée'
const readable = 'Le nom et la photo lisibles'
const noGlare = 'Sans reflet'

/** What a photo must show: three things, each of them said before it is taken. */
export const needs: Readonly<Record<DocumentType, readonly string[]>> = {
  actenaiss: [corners, stamp, flat],
  carteid: ['Le recto : le côté de la photo', readable, noGlare],
  simcard: [corners, 'Le nom et le numéro lisibles', flat],
  attest: ["L'original, pas une copie", stamp, corners],
  photobuste: ['Le visage et les épaules', 'De face, bien éclairé', 'Sans lunettes de soleil'],
}

/** What a photo of the identity document chosen in the first step must show. */
export const identityNeeds: Readonly<Record<IdentityKind, readonly string[]>> = {
  passport: ['La page avec la photo, entière', readable, noGlare],
  card: needs.carteid,
  sheet: ['Fiche descriptive individuelle (moins de 18 ans)', corners, stamp],
  parent: ['La pièce du parent, côté de la photo', readable, noGlare],
}

/** Whose name must stand on it: the SIM sheet and the identity document name the same person. */
export const names: Readonly<Record<DocumentType, string>> = {
  actenaiss: 'Il porte votre nom.',
  carteid: 'Elle porte votre nom, ou le nom du parent à qui est la carte SIM.',
  simcard: "Elle porte le même nom que la pièce d'identité : vous, ou l'un de vos parents.",
  attest: 'Elle porte votre nom.',
  photobuste: "C'est vous, sans personne d'autre.",
}
export const parentNames: Readonly<Partial<Record<DocumentType, string>>> = {
  carteid: 'Elle porte le nom du parent à qui est la carte SIM.',
  simcard: "Elle porte le nom du parent, comme sur sa pièce d'identité.",
}
export const sheetName = 'Elle porte votre nom, comme la fiche de la carte SIM.'

/** The phone ended the page while a picker was open (docs/platform.md, "Photos"). */
export const interruptedText = {
  camera: "La photo n'a pas été reçue : le téléphone a fermé le portail pendant que l'appareil photo était ouvert. Reprenez-la, ou choisissez-la dans la galerie : l'appareil photo l'y a souvent enregistrée. Tout le reste est gardé.",
  gallery: "La photo n'a pas été reçue : le téléphone a fermé le portail pendant que la galerie était ouverte. Choisissez-la de nouveau. Tout le reste est gardé.",
}

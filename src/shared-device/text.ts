import type { ShortCall } from '../outbox/item.ts'
import type { CodeFault } from '../vault/code.rule.ts'

const dossiers = (count: number) => (count > 1 ? `${count} dossiers` : 'un dossier')

/** What a device says of the data on it. */
export const deviceText = {
  switch: 'Appareil partagé',
  switchHint:
    "À activer sur une tablette qui passe d'un étudiant à l'autre. Chaque dossier est alors protégé par un code que l'étudiant choisit, et se verrouille tout seul.",
  shared:
    "Chaque étudiant efface son dossier lui-même, avec « Terminer et effacer ». Les photos restent aussi dans la galerie de l'appareil : effacez-les là.",
  stillSealed: (count: number) =>
    `Il y a encore ${dossiers(count)} sur cet appareil. Ouvrez chaque dossier avec son code et terminez-le, ou effacez-le, avant de désactiver « Appareil partagé ».`,
  plainTitle: 'Dossiers encore sans code',
  plain:
    "Ces dossiers ont été commencés avant le mode « Appareil partagé » et peuvent encore être lus par le prochain étudiant. Donnez un code à chacun, ou effacez-le. Ils ne s'ouvrent pas d'ici là.",
  plainFinished: 'terminé',
  giveCode: 'Lui donner un code',
  erase: 'Effacer',
  changed: 'Ce dossier vient de changer. Réessayez.',
  eraseAll: 'Effacer mes données de cet appareil',
  eraseAllTitle: 'Effacer mes données ?',
  eraseAllDetail:
    "Vos réponses, vos photos et les dernières réponses du serveur seront effacées de cet appareil. Ce que le serveur a déjà reçu n'est pas touché.",
  unsent: (names: string) => `Pas encore envoyé, et perdu si vous effacez : ${names}.`,
  erased: 'Vos données ont été effacées de cet appareil.',
  notErased: "L'effacement n'a pas réussi : des données sont encore sur cet appareil. Réessayez.",
  cancel: 'Annuler',
  stale: (age: string) =>
    `Un brouillon n'a pas été touché depuis longtemps (${age}). Voulez-vous l'effacer de cet appareil ?`,
  staleErase: 'Effacer ce brouillon',
  staleKeep: 'Le garder',
} as const

/** What is said at the door of a sealed dossier. */
export const vaultText = {
  title: 'Dossiers protégés',
  intro: "Sur cet appareil partagé, chaque dossier s'ouvre avec le code de son étudiant.",
  empty: "Aucun dossier n'est gardé sur cet appareil.",
  row: (initials: string, age: string) => `${initials || 'Sans nom'}, enregistré ${age}`,
  open: 'Ouvrir',
  begin: 'Commencer un nouveau dossier',
  choose: 'Choisissez un code pour votre dossier',
  chooseHint:
    "Au moins 6 chiffres ou lettres. Retenez-le : personne ne peut le retrouver, et sans lui ce qui n'est pas envoyé est perdu.",
  code: 'Code',
  again: 'Le même code, une deuxième fois',
  create: 'Protéger et commencer',
  seal: 'Protéger ce dossier',
  working: 'Protection en cours…',
  opening: 'Ouverture…',
  unlock: (row: string) => `Ouvrir le dossier : ${row}`,
  yourCode: 'Votre code',
  back: 'Retour',
  wrong: (left: number) =>
    `Ce code n'est pas le bon. Il reste ${left} essai${left > 1 ? 's' : ''} ; ensuite le brouillon est effacé.`,
  waits: (wait: string) => `Trop de codes faux. Réessayez dans ${wait}.`,
  erased:
    "Dix codes faux : ce brouillon a été effacé de l'appareil. Ce qui était en attente d'envoi partira quand même.",
  gone: "Ce dossier n'est plus sur cet appareil.",
  failed: "L'appareil n'a pas pu ouvrir ou garder ce dossier. Réessayez.",
  interrupted:
    "Le téléphone a fermé le portail pendant qu'une photo était prise. Entrez votre code : tout ce qui était enregistré est gardé, la photo est à reprendre.",
  staleErase: 'Effacer sans code',
  stale: 'Pas touché depuis plus de 30 jours.',
  staleSure:
    "Effacer ce dossier qui n'est pas le vôtre ? Ce qui attend d'être envoyé partira quand même, le reste est perdu.",
} as const

export const faultText: Record<CodeFault, string> = {
  short: 'Pas moins de 6 chiffres ou lettres.',
  simple: 'Ce code est trop facile à deviner.',
  different: 'Les deux codes ne sont pas les mêmes.',
}

/** The bar above the page of an open dossier. */
export const barText = {
  shared: 'Appareil partagé',
  open: (initials: string) => (initials ? `Dossier de ${initials}` : 'Dossier ouvert'),
  lock: 'Verrouiller',
  list: 'Dossiers',
  finish: 'Terminer et effacer',
  closing: 'Le dossier va se verrouiller. Touchez l’écran pour continuer.',
  finishTitle: 'Effacer ce dossier ?',
  finishDetail:
    "Les réponses et les photos de ce dossier seront effacées de cet appareil. Ce que le serveur a déjà reçu n'est pas touché.",
  gallery: "Pensez aussi à la galerie de l'appareil : l'appareil photo y garde souvent une copie.",
  waiting: (names: string) => `Pas encore envoyé : ${names}.`,
  stuck: (names: string) => `Ne partira pas sans vous, et sera effacé : ${names}.`,
  letGo: 'Laisser partir les envois, effacer le reste',
  eraseUnsent: "Tout effacer, même ce qui n'est pas envoyé",
  erase: 'Effacer ce dossier',
} as const

/** What of a dossier is not sent yet, beside its documents. */
const answers = 'vos réponses'
export const shortCallText: Record<ShortCall, string> = {
  save: answers,
  code: answers,
  newCode: answers,
  validate: answers,
}

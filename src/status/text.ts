import type { Outcome } from '../provider/schemas.ts'

export const statusText = {
  title: 'État de mon dossier',
  intro:
    "Pour vérifier l'état de votre dossier, choisissez l'année du baccalauréat et saisissez soit votre numéro de téléphone, soit votre numéro matricule.",
  year: 'Année du baccalauréat',
  yearPlaceholder: "Choisissez l'année du Bac",
  phone: 'Numéro de téléphone',
  phoneHint: '8 chiffres, sans espace.',
  matricule: 'Numéro matricule',
  matriculeHint: '11 ou 12 chiffres et lettres majuscules.',
  or: 'OU',
  check: 'Vérifier',
  checking: 'Vérification…',
  correct: 'Cliquez-ici pour mettre à jour vos documents',
  elsewhere: "Si votre dossier ne s'y trouve pas : ",
  site: "site d'inscription de votre année",
  noSite: "contactez l'assistance.",
  kept: 'la dernière réponse connue',
} as const

/** What each code says where the provider gives no words with it. */
const silent: Readonly<Record<number, string>> = {
  [-1]: 'Aucun dossier ne correspond à ces informations.',
  0: 'Des documents de ce dossier sont à mettre à jour.',
  1: 'Ce dossier est en cours de traitement.',
  2: 'Ce dossier est validé.',
  3: 'Ces informations ne sont pas valides.',
}

export const wordsOf = ({ status, msg }: Outcome): string =>
  msg || silent[status] || "Le serveur n'a pas dit où en est ce dossier."

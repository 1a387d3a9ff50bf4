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
  kept: (age: string) => `Sans réseau, voici la dernière réponse connue. Dernière mise à jour ${age}.`,
} as const

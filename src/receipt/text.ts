export const receiptText = {
  title: 'Récépissé',
  intro:
    'Téléchargez le récépissé de votre inscription. Le code est celui que vous avez reçu par SMS en vous inscrivant.',
  num_place: 'Numéro de place au bac',
  serie: 'Série',
  seriePlaceholder: 'Choisissez la série',
  ae: "Académie d'enseignement",
  aePlaceholder: "Choisissez l'académie",
  otp: 'Code de confirmation',
  matricule: 'Numéro matricule',
  download: 'Téléchargez votre récépissé',
  pending: 'Recherche de votre récépissé…',
  none: 'Aucun récépissé ne correspond à ces informations.',
  noLink: "Le serveur n'a pas donné de lien vers votre récépissé. Contactez l'assistance.",
  untrusted: "Le lien donné par le serveur n'est pas sûr ; il n'a pas été suivi. Contactez l'assistance.",
} as const

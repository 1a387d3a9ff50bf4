export const reclamationText = {
  title: 'Mise à jour de mes documents',
  heading: 'Veuillez mettre à jour les documents ci-dessous.',
  loading: 'Recherche de votre dossier…',
  invalid: 'Le format est invalide.',
  hidden: "Sur un appareil partagé, l'adresse ne garde pas votre numéro. Vérifiez de nouveau l'état de votre dossier.",
  nothing: 'Aucun document de ce dossier ne demande de mise à jour.',
  unknown: 'Aucun dossier ne correspond à ces informations.',
  update: 'Mettre à jour',
  updating: 'Mise à jour en cours…',
  underWay:
    'Votre mise à jour est reçue, mais toutes vos photos ne sont pas encore arrivées. Voyez ci-dessous où elles en sont.',
  noMatricule: "Le serveur n'a pas donné le matricule de ce dossier. Recommencez avec votre numéro matricule.",
  kept: 'le dernier état connu de votre dossier',
} as const

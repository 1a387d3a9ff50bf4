/** What the wizard says. The specification's sentences are to the letter. */
export const wizardText = {
  title: 'Inscription',
  coming:
    'Vos réponses restent sur cet appareil, même sans réseau : vous pourrez fermer la page et continuer plus tard.',
  resumed: (age: string) => `Brouillon repris, enregistré ${age}.`,
  wiped:
    "Le navigateur a effacé ce qui était gardé sur cet appareil (manque de place, nettoyage, ou longue absence). Ce que le serveur a déjà reçu n'est pas perdu : recommencez avec les mêmes réponses, ou vérifiez l'état de votre dossier.",
  aside:
    "Un ancien brouillon n'a pas pu être ouvert par cette version du portail. Il est mis de côté sur cet appareil et n'est pas perdu.",
  attestation:
    "J'atteste détenir les informations et les documents demandés, et je sais que toute usurpation d'identité ou falsification m'expose à des poursuites judiciaires.",
  noYear: "Choisissez d'abord l'année du baccalauréat : les autres champs s'ouvriront.",
  lookingUp: 'Recherche de votre matricule…',
  lookupGoesOn: 'La recherche reprendra',
  found: 'Votre matricule est trouvé.',
  nobody: 'Aucun bachelier ne correspond à ces informations.',
  lookupAgain: 'Relancer la recherche',
  declined: "Vérifiez l'année, le numéro de place, la série et l'académie, puis relancez la recherche.",
  foundTitle: 'Est-ce bien vous ?',
  attention: 'ATTENTION',
  attentionBefore: 'Le numéro ',
  attentionAfter: ' recevra le paiement de vos allocations (bourses et trousseaux). Confirmez-vous ce numéro ?',
  saving: 'Enregistrement en cours…',
  editAgain: 'Modifier mes réponses',
  missing: (labels: string[]) => `Il reste à remplir : ${labels.join(', ')}.`,
  notFoundYet: 'Votre matricule doit encore être trouvé par la recherche.',
  attestMissing: "Il reste à cocher l'attestation.",
  closedStep: 'Cette étape est terminée ; elle ne peut plus être modifiée.',
  codeSent: (phone: string) => `Un code de 4 chiffres est envoyé par SMS au ${phone}.`,
  verifying: 'Vérification du code…',
  newCode: 'Recevoir un nouveau code',
  newCodeIn: (seconds: number) => `Un nouveau code pourra être demandé dans ${seconds} s.`,
  newCodeAsked: 'Nouveau code demandé…',
  documentsIntro:
    'Photographiez chaque document. Les photos partent toutes seules, vous pouvez continuer pendant ce temps.',
  spaceShort:
    'Il reste peu de place sur cet appareil. Effacez quelques photos ou vidéos avant de continuer, pour que tout puisse être gardé.',
  validating: 'Validation de votre dossier…',
  preEnrolled: 'Pré-inscription effectuée',
  preEnrolledDetail: 'Vos documents ont été bien reçus. Vous serez contacté dans un délai de 48 heures.',
  finished: 'Inscription terminée',
  finishedDetail: 'Votre dossier a été envoyé. Vous recevrez une réponse dans un délai de 48 heures.',
  toStatus: "Vérifier l'état de mon dossier",
  another: 'Commencer une autre inscription',
} as const

/** The wizard's texts. The specification's sentences are kept to the letter. */
export const title = 'Inscription'
export const coming = 'Vos réponses restent sur cet appareil, même sans réseau : vous pourrez fermer la page et continuer plus tard.'
export const resumed = (age: string) => `Brouillon repris, enregistré ${age}.`
export const wiped = "Le navigateur a effacé ce qui était gardé sur cet appareil (manque de place, nettoyage, ou longue absence). Ce que le serveur a déjà reçu n'est pas perdu : recommencez avec les mêmes réponses, ou vérifiez l'état de votre dossier."
export const attestation = "J'atteste détenir les informations et les documents demandés, et je sais que toute usurpation d'identité ou falsification m'expose à des poursuites judiciaires."
export const noYear = "Choisissez d'abord l'année du baccalauréat : les autres champs s'ouvriront."
export const lookingUp = 'Recherche de votre matricule…'
export const lookupGoesOn = 'La recherche reprendra'
export const found = 'Votre matricule est trouvé.'
export const nobody = 'Aucun bachelier ne correspond à ces informations.'
export const lookupAgain = 'Relancer la recherche'
export const declined = "Vérifiez l'année, le numéro de place, la série et l'académie, puis relancez la recherche."
export const foundTitle = 'Est-ce bien vous ?'
export const attention = 'ATTENTION'
export const attentionBefore = 'Le numéro '
export const attentionAfter = ' recevra le paiement de vos allocations (bourses et trousseaux). Confirmez-vous ce numéro ?'
export const saving = 'Enregistrement en cours…'
export const editAgain = 'Modifier mes réponses'
export const allGiven = 'Tout est rempli. Touchez « Continuer » pour confirmer.'
export const howToGoOn = 'Touchez « Continuer » pour voir ce qui manque encore.'
export const toFill = 'à remplir'
export const toChoose = 'à choisir'
export const toTick = 'à cocher'
export const toFind = 'à trouver par la recherche'
export const notListed = 'absent de la liste des bacheliers'
export const notYours = "La liste est à corriger, pas vos réponses : adressez-vous à l'équipe de votre campus."
export const attestationShort = "Attestation sur l'honneur"
const answersCount = (count: number) => `${count} réponse${count > 1 ? 's' : ''}`
export const nothingWrong = (missing: number) => `Il manque ${answersCount(missing)}`
export const nothingMissing = (wrong: number) => `${answersCount(wrong)} ${areWrong(wrong)}`
const areWrong = (count: number) => `${count > 1 ? 'sont' : 'est'} à corriger`
export const missingAndWrong = (missing: number, wrong: number) => `${nothingWrong(missing)}, ${wrong} ${areWrong(wrong)}`
export const aboutBac = 'Votre bac'
export const aboutIdentity = 'Votre identité'
export const aboutPhone = 'Votre téléphone'
export const allSaved = 'Tout est enregistré'
export const beingSaved = 'Enregistrement…'
export const storageFull = 'Pas enregistré : appareil plein'
export const notSaved = 'Pas enregistré'
export const closedStep = 'Cette étape est terminée ; elle ne peut plus être modifiée.'
/** The number stands in the place of `#`, in pairs of digits. */
export const codeSentTo = (digits: number) => `Un code de ${digits} chiffres est envoyé par SMS au #.`
export const codeNumber = 'Au numéro #.'
export const wrongPhone = "Ce numéro n'est pas le bon ? Vous pouvez encore le corriger."
export const correctPhone = 'Modifier mon numéro'
/** Matches the server's message that a code has already confirmed another number. */
export const sayingOtherPhone = /autre num[ée]ro/i
export const otherPhone = "Un code a déjà confirmé un autre numéro. Si ce numéro est à vous, écrivez-le à la place de celui-ci, puis continuez. Sinon, demandez de l'aide."
export const saveAgain = "Corrigez vos réponses, puis continuez. Rien de ce que vous avez écrit n'est perdu."
export const whereToFind = 'Où trouver ce numéro ?'
export const onAttestation = (place: string) => `Regardez votre attestation du bac : ${place}. Ce dessin est un exemple, votre feuille peut être un peu différente.`
export const attestationPlace = 'le numéro de la feuille est écrit en haut'
export const seatPlace = 'le numéro de place est écrit près de votre nom, comme sur votre convocation'
export const matriculePlace = 'le matricule est écrit sous votre nom'
export const documentsIntro = 'Photographiez chaque document. Les photos partent toutes seules, vous pouvez continuer pendant ce temps.'
export const validating = 'Validation de votre dossier…'
export const preEnrolled = 'Pré-inscription effectuée'
export const preEnrolledDetail = 'Vos documents ont été bien reçus. Vous serez contacté dans un délai de 48 heures.'
export const finished = 'Inscription terminée'
export const finishedDetail = 'Votre dossier a été envoyé. Vous recevrez une réponse dans un délai de 48 heures.'
export const another = 'Commencer une autre inscription'
export const next = 'Continuer'
export const end = 'Terminer'
export const steps = "Étapes de l'inscription"
export const stepEnded = '(terminée)'
export const identityStep = 'Informations personnelles'
export const codeStep = 'Confirmation du numéro de téléphone'
export const documentsStep = 'Documents à envoyer'
export const doneStep = 'Finalisation'

export const identityDocument = "Type de pièce d'identité"
export const identityDocumentPlaceholder = 'Choisissez le type de pièce'
export const identityDocumentHint = "Au nom de la personne à qui appartient la carte SIM : vous, ou l'un de vos parents."
export const attestationNumber = "Numéro de l'attestation du bac"
export const phoneHint = (digits: number) => `${digits} chiffres, sans espace. Les allocations seront versées sur ce numéro (Moov Africa Malitel, Orange ou Telecel).`
export const nina = 'Numéro de la carte NINA'
export const firstName = 'Prénom'
export const lastName = 'Nom'
export const nameTakes = "Lettres, espaces, traits d'union, apostrophes."
export const birthDate = 'Date de naissance'
export const shortMatricule = 'Matricule'
export const stepOf = (step: number, steps: number) => `Étape ${step} sur ${steps}`

export const missing = (count: number) => `Envoyez les ${count} documents pour continuer.`
export const now = 'Et maintenant'
export const keepPhoneOn = 'Gardez ce numéro allumé'
export const answerBefore = (moment: string) => `Nous vous répondons avant le ${moment}.`
export const answerSoon = 'Nous vous répondons sous 48 heures.'
export const received = (count: number) => `Vos ${count} photos enregistrées`
export const phone = 'Téléphone'

import type { Outcome } from './import-package.ts'
import type { PackageFault } from './schema.ts'

export const title = 'Changer de téléphone'
export const intro = 'Votre dossier passe de cet appareil à un autre, fermé par un code.'
export const strangers = 'Ne remettez jamais votre dossier ni son code à une personne que vous ne connaissez pas bien.'

/** Facts of a dossier, before it is sent or received. */
export const name = 'Étudiant'
export const matricule = 'Matricule de bachelier'
export const sent = 'Photos envoyées'
export const waiting = 'Photos à envoyer'
export const made = 'Remis le'
export const nameless = 'Pas encore de nom'

/** Sending. */
export const send = 'Envoyer ce dossier'
export const choose = 'Choisissez un code pour la remise'
export const byMouth = "Dites ce code de vive voix, ou tapez-le vous-même sur l'autre appareil. Ne l'écrivez jamais avec le fichier."
export const stops = "Ensuite, plus rien ne part d'ici : l'autre appareil enverra le reste."
export const make = 'Préparer la remise'
export const share = 'Partager le fichier'
export const notShared = "Le partage n'a pas marché. Enregistrez plutôt le fichier."
export const download = 'Enregistrer le fichier'
export const byCable = 'Le fichier enregistré peut aussi passer par un câble.'
export const showCode = 'Montrer un code QR'
export const qr = 'Code QR du dossier'
export const aim = "Visez ce code avec l'appareil photo de l'autre téléphone. Il ne contient que vos réponses, fermées par votre code."

/** Transferred, and what is left to do. */
export const transferred = 'Dossier remis'
export const transferredDetail = "Ce dossier est remis à un autre appareil. Rien ne part plus d'ici ; tout y reste gardé."
export const elsewhere = "Sur l'autre appareil"
export const steps = ['Ouvrez ce portail, puis « Changer de téléphone ou de tablette ».', 'Choisissez le fichier, ou visez le code QR, et tapez le code.', "Un code d'arrivée s'affiche à la fin. Tapez-le ici."]
export const again = 'Refaire le fichier'
export const confirmationCode = "Code d'arrivée"
export const wrongConfirmationCode = "Ce n'est pas le code d'arrivée de ce dossier. Regardez-le sur l'autre appareil."
export const erase = 'Effacer de cet appareil'
export const erased = "Le dossier est effacé de cet appareil. Continuez sur l'autre."
export const failed = "L'appareil n'a pas pu le faire. Rien n'est perdu : réessayez."
export const receiptStays = 'La copie de votre récépissé gardée ici sera effacée aussi : partagez-la ou téléchargez-la avant.'
export const cancelExport = 'Reprendre ici'
export const sure = 'Reprendre ce dossier ici ?'
export const onlyIf = "Seulement si l'autre appareil ne l'a pas. Sinon, deux appareils enverraient le même dossier."

/** Receiving. */
export const receive = 'Recevoir un dossier'
export const receiveHow = "Le fichier vient d'un autre appareil ; son nom commence par « dossier »."
export const pick = 'Choisir le fichier'
export const lockFirst = "Un dossier est ouvert sur cet appareil. Verrouillez-le d'abord."
export const code = 'Code de la remise'
export const codeHint = "Celui qui a été choisi sur l'autre appareil."
export const open = 'Ouvrir le dossier'
export const opening = 'Ouverture du dossier…'
export const encrypted = "Sur cet appareil partagé, il s'ouvrira avec ce même code."
export const otherNumber = (phone: string) => `Ici, ce dossier a un autre numéro : ${phone}. La bourse va au numéro du dossier. Si celui du fichier n'est pas le vôtre, touchez « Annuler ».`
export const beside = "L'inscription déjà commencée ici reste gardée. Elle revient après celle-ci."
export const keep = 'Garder sur cet appareil'
export const taken = 'Dossier reçu'
export const otherFile = 'Choisir un autre fichier'
export const sayConfirmationCode = "Tapez ce code sur l'autre appareil : il pourra alors effacer le dossier."
export const goOn = 'Continuer ce dossier'

export const faultText: Record<PackageFault | 'away', string> = {
  away: "Votre téléphone n'a pas encore donné ce fichier. Enregistrez-le d'abord sur cet appareil, ou choisissez-en un autre.",
  foreign: "Ce fichier n'est pas un dossier du portail. Choisissez-en un autre.",
  newer: "Ce dossier vient d'un portail plus récent. Mettez celui-ci à jour, puis recommencez.",
  cut: "Ce dossier n'est pas arrivé en entier. Refaites le fichier sur l'autre appareil.",
  wrongCode: "Ce code n'ouvre pas ce dossier. Demandez-le encore une fois.",
  unreadable: "Ce dossier est abîmé. Refaites le fichier sur l'autre appareil.",
}

export const outcomeText: Record<Outcome, string> = {
  new: 'Le dossier est gardé sur cet appareil. Ce qui reste à envoyer partira de lui-même.',
  merged: 'Ce dossier était déjà ici. Il a reçu ce qui est plus récent.',
  same: "Ce dossier était déjà ici. Rien n'a changé.",
  here: 'Ce dossier est déjà sur cet appareil. Ouvrez-le avec son code pour le continuer.',
  own: "Ce dossier vient d'ici. Pour le continuer, touchez « Reprendre ici ».",
}

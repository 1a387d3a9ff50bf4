import { tooLargeMessage } from '../../spec/text.ts'
import type { PhotoRefusal } from './photo.ts'
import type { Advice } from './quality.ts'

/** Each sentence says what to do next. */
export const refusalText: Record<PhotoRefusal, string> = {
  empty: 'Ce fichier est vide. Reprenez la photo ou choisissez-en une autre.',
  tooLarge: tooLargeMessage,
  truncated: 'Cette photo est incomplète ou abîmée. Reprenez-la, ou choisissez-en une autre.',
  notAPicture: "Ce fichier n'est pas une photo. Choisissez une photo JPEG ou PNG, ou prenez-la avec l'appareil.",
  otherFormat: "Ce format de photo n'est pas accepté. Choisissez une photo JPEG ou PNG, ou reprenez-la avec l'appareil.",
  gif: "Les images GIF ne sont pas acceptées. Prenez le document en photo avec l'appareil.",
  webp: "Les images WebP ne sont pas acceptées. Prenez le document en photo, ou faites-en une capture d'écran.",
  heic: 'Photo au format HEIC, non accepté. Sur iPhone : Réglages, Appareil photo, Formats, choisissez « Le plus compatible », puis reprenez la photo.',
  svg: "Les dessins SVG ne sont pas acceptés. Prenez le document en photo avec l'appareil.",
  pdf: "Les fichiers PDF ne sont pas acceptés. Prenez le document en photo, ou faites une capture d'écran par page.",
  bomb: "Cette image a trop de pixels pour votre téléphone. Choisissez une taille de photo plus petite dans l'appareil, puis reprenez-la.",
  zeroSized: 'Cette image ne contient rien. Reprenez la photo ou choisissez-en une autre.',
  altered: "Cette photo n'a pas pu être modifiée et reste entière. Si votre navigateur brouille les images pour protéger la vie privée, autorisez « canvas » pour ce site, ou changez de navigateur.",
}

/** For a photo that the student removed once its last byte had left, and whose answer was lost. */
export const perhapsReceived = 'Le serveur a peut-être déjà reçu cette photo. Pour la changer, prenez-en une autre.'

/** Advice never blocks: the student may keep the photo anyway. */
export const adviceText = {
  tooDark: "La photo est trop sombre. Approchez-vous d'une fenêtre ou allumez la lumière, puis reprenez-la.",
  blurred: 'La photo est floue. Posez le document à plat, tenez le téléphone sans bouger, puis reprenez-la.',
  glare: 'Un reflet cache une partie du texte. Coupez le flash ou inclinez le document, puis reprenez la photo.',
  tooSmall: "Le document est trop petit sur la photo. Approchez-vous pour qu'il remplisse le cadre.",
  tooLong: "Image très longue : son texte risque d'être illisible. Donnez une seule page par photo.",
  sameAs: "Cette photo sert déjà pour un autre document. Vérifiez que c'est la bonne.",
  received: 'Le serveur a déjà reçu cette photo. Pour la changer, prenez-en une autre.',
  notChecked: "Votre téléphone n'a pas pu vérifier cette photo. Assurez-vous qu'elle est nette et complète.",
} satisfies Record<Advice, string>

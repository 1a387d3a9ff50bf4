import { tooLargeMessage } from '../../spec/text.ts'
import { type Finding, type FindingName, type Place, placeOf, type Seen, type Side } from './finding.ts'
import type { PhotoRefusal } from './photo.ts'

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

interface About {
  /** With its article: the document of the row. */
  asked: string
  isFace: boolean
  seen: Seen
  side: Side | undefined
  /** With a blank before it; empty where no place is known. */
  where: string
}

/** Advice never blocks: the student may keep the photo anyway. */
const adviceText: Record<FindingName, string | ((about: About) => string)> = {
  tooDark: "La photo est trop sombre. Approchez-vous d'une fenêtre ou allumez la lumière, puis reprenez-la.",
  blurred: ({ isFace }) => `La photo est floue. ${isFace ? 'Tenez' : 'Posez le document à plat, tenez'} le téléphone sans bouger, puis reprenez-la.`,
  moved: 'La photo a bougé. Tenez le téléphone à deux mains, puis reprenez-la.',
  glare: 'Un reflet couvre une ligne. Coupez le flash ou inclinez le document, puis reprenez la photo.',
  tooSmall: about => `Le ${thing(about)} est trop loin : approchez le téléphone.`,
  tooLong: "Image très longue : son texte risque d'être illisible. Donnez une seule page par photo.",
  cut: about => `${about.side ? `${edges[about.side]} du ${thing(about)} est hors de la photo` : `Le ${thing(about)} n'est pas entier sur la photo`}. Reculez un peu, puis reprenez-la.`,
  finger: about => `Un doigt cache ${hidden(about)}. Écartez-le, puis reprenez la photo.`,
  shadow: about => `Une ombre cache ${hidden(about)}. Tournez-vous vers la lumière, puis reprenez la photo.`,
  two: ({ asked }) => `Il y a deux documents. Gardez seulement ${asked}, puis reprenez la photo.`,
  otherThing: ({ seen, asked }) => (seen === 'nothing' ? 'On ne voit pas de document. Cadrez-le en entier, puis reprenez la photo.' : `On dirait ${seenText[seen]} : ici, ${asked}.`),
  noFace: 'On ne voit pas de visage. Mettez-vous de face, à la lumière, puis reprenez la photo.',
  backlit: 'La photo est à contre-jour. Mettez la lumière en face, puis reprenez-la.',
  noisy: "La photo a trop de grain. Approchez-vous d'une fenêtre ou allumez la lumière, puis reprenez-la.",
  folded: ({ where }) => `Le document est plié${where}. Posez-le à plat, puis reprenez la photo.`,
  sameAs: "Cette photo sert déjà pour un autre document. Vérifiez que c'est la bonne.",
  received: 'Le serveur a déjà reçu cette photo. Pour la changer, prenez-en une autre.',
  notChecked: "Votre téléphone n'a pas pu vérifier cette photo. Assurez-vous qu'elle est nette et complète.",
}

const thing = ({ isFace }: About) => (isFace ? 'visage' : 'document')
const hidden = ({ isFace, where }: About) => (isFace ? 'le visage' : 'du texte') + where
const edges: Readonly<Record<Side, string>> = { left: 'Le bord gauche', right: 'Le bord droit', top: 'Le haut', bottom: 'Le bas' }
const seenText: Readonly<Record<Exclude<Seen, 'nothing'>, string>> = {
  // Of the documents that are asked for, it is the only card.
  card: "la carte d'identité",
  page: 'une page',
  portrait: 'un visage',
  screen: "une capture d'écran",
}
const rows = { top: ' en haut', middle: '', bottom: ' en bas' }
const columns = { left: ' à gauche', middle: '', right: ' à droite' }
const placeText = ({ across, down }: Place) => rows[down] + columns[across] || ' au milieu'

/** @param asked the document of the row, with its article */
export function adviceOn({ is, side, spot, seen = 'nothing' }: Finding, asked: string, isFace: boolean): string {
  const said = adviceText[is]
  const where = spot ? placeText(placeOf(spot)) : ''
  return typeof said === 'string' ? said : said({ asked, isFace, seen, side, where })
}

export const title = (document: string) => `Photo : ${document}`
export const picture = 'Image de la caméra'
export const shutter = 'Prendre la photo'
export const flip = 'Autre caméra'
export const isOther = "L'autre caméra ne répond pas. Voici la suivante."
export const goOn = 'Relancer la caméra'
export const starting = 'Ouverture de la caméra…'
export const framing = {
  page: 'Cadrez la feuille entière, bien à plat et bien éclairée.',
  card: 'Approchez-vous : la pièce doit remplir le cadre.',
  portrait: 'Placez le visage et les épaules dans le cadre.',
}
export const hints = {
  tooDark: 'Il fait trop sombre : cherchez la lumière.',
  moving: 'Ne bougez plus.',
  cut: "Le document sort de l'image : reculez un peu.",
  tooFar: 'Le document est trop loin : approchez le téléphone.',
  framed: 'Bien cadré : prenez la photo.',
}
export const halts = {
  refused: "L'accès à la caméra a été refusé. Autorisez la caméra pour ce site dans les réglages du navigateur, ou choisissez une photo de la galerie.",
  failed: "La photo n'a pas pu être prise. Réessayez, ou choisissez une photo de la galerie.",
  silent: "La caméra ne répond pas. Fermez les autres applications qui l'utilisent, puis relancez-la, ou choisissez une photo de la galerie.",
}

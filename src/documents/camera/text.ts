export const cameraText = {
  title: (document: string) => `Photo : ${document}`,
  page: 'Cadrez la feuille entière, bien à plat et bien éclairée.',
  card: 'Approchez-vous : la pièce doit remplir le cadre.',
  portrait: 'Placez le visage et les épaules dans le cadre.',
  picture: 'Image de la caméra',
  shutter: 'Prendre la photo',
  flip: 'Autre caméra',
  cancel: 'Annuler',
  starting: 'Ouverture de la caméra…',
  refused:
    "L'accès à la caméra a été refusé. Autorisez la caméra pour ce site dans les réglages du navigateur, ou choisissez une photo de la galerie.",
  missing: "Aucune caméra ne répond. Fermez les autres applications qui l'utilisent, ou choisissez une photo.",
  failed: "La photo n'a pas pu être prise. Réessayez, ou choisissez une photo de la galerie.",
} as const

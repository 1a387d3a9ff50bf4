import { documentTypes, otpDigits, yearGroups } from './shared.ts'

/**
 * One invented student, in every body and answer; tests validate them by the portal's schemas and
 * by the strict ones.
 */

const matricule = 'BKO2026T001'
const place = { anneeBac: '2026', numPlace: '1001', serie: 'TSE', ae: 'BKORD' }
const person = { matricule, nom: 'DIARRA', prenom: 'Aminata' }
const answered = {
  ...person,
  phone: '70000001',
  tuteur: 'NINA',
  numAttest: '123456',
  numPlace: place.numPlace,
}
const otp = '2580369147'.slice(0, otpDigits)
/** The beginning of a JPEG; a real photo has some 200,000 characters. */
const image = '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////'
const waiting = { actNaissV: '1', pieceIdV: '1', simCardV: '1', attestBacV: '1', photoBusteV: '1' }
const list = (...items: readonly unknown[]) => ({ Resultat: [items] })

export const bodies = {
  nothing: {},
  lookup: place,
  complete: { ...answered, ...place, nina: '' },
  reduced: { ...answered, dateNaiss: '2007-05-04' },
  code: { matricule, otp },
  matricule: { matricule },
  phone: { phone: answered.phone },
  document: { matricule, type: documentTypes[0], image },
  replacement: { matricule, image },
  /** Beside any photo. */
  remarked: { remarques: ['flou', 'coupe'] },
  receipt: { otp, matricule, num_place: place.numPlace, serie: place.serie, ae: place.ae },
}

export const answers = {
  series: list(
    { code: 'TSE', libelle: 'Terminale Sciences Exactes' },
    { code: 'TLL', libelle: 'Terminale Langues' },
  ),
  academies: list(
    { code: 'BKORD', libelle: 'Bamako Rive Droite' },
    { code: 'KAYES', libelle: 'Kayes' },
  ),
  bacYears: list({ code: '2026', libelle: '2026' }, '2025'),
  identityDocuments: list(
    { code: 'NINA', libelle: 'Carte NINA' },
    { code: 'PASSEPORT', libelle: 'Passeport' },
  ),
  statusYears: list(...yearGroups),
  btnInfo: { btnInfo: '2025' },
  newBac: { newBac: '2026' },
  open: {
    statut: 1,
    resultat: { message: 'Les inscriptions ferment dans :', dateHeure: '2026-12-31 23:59:59' },
  },
  announced: {
    statut: 2,
    resultat: {
      message: 'Les inscriptions ouvrent dans :',
      dateHeure: '2026-12-01T08:00:00+00:00',
    },
  },
  closed: {
    statut: 0,
    resultat: { message: 'Les inscriptions sont fermées', dateHeure: '2026-11-01 00:00:00' },
  },
  found: { status: 1, msg: 'Étudiant trouvé.', resultat: person },
  foundOneName: {
    status: 1,
    msg: 'Étudiant trouvé.',
    resultat: { ...person, nom: 'Aminata', prenom: '' },
  },
  saved: { status: 1, msg: 'Un code de confirmation a été envoyé par SMS à votre numéro.' },
  confirmed: { status: 1, msg: 'Votre numéro de téléphone est confirmé.' },
  stored: { status: 1, msg: 'Document enregistré.' },
  validated: { status: 1, msg: 'Vos documents sont enregistrés.' },
  waiting: { status: 1, msg: 'Votre dossier est en cours de vérification.', matricule, ...waiting },
  toCorrect: {
    status: 0,
    msg: 'Document refusé : la photo est floue.',
    matricule,
    ...waiting,
    pieceIdV: '0',
  },
  unknown: { status: -1, msg: 'Aucun dossier ne correspond à ces informations.' },
  link: { status: 1, msg: 'https://recu.example.ml/f/9Z7c0Qk3' },
  refused: { status: 0, msg: 'Aucun étudiant ne correspond à ces informations.' },
}

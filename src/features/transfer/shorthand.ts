/**
 * JSON in few letters, since answers are drawn as a QR code that a cheap camera must read. JSON has no bare control
 * characters: each stands for some of its words here, by their place, which is the format. New ones come at the end. Pure.
 */
const names = [
  ...['anneeBac', 'numPlace', 'serie', 'ae', 'matricule', 'prenom', 'nom', 'numAttest', 'phone', 'nina', 'tuteur'],
  ...['dateNaiss', 'otp'],
]
const often = [
  '","kind":"enrolment","shape":1,"createdAt":',
  '","state":"accepted","bytes":0,"createdAt":',
  ',"savedAt":',
  ',"answers":{"',
  '"},"lookedUp":"',
  ',"handed":{"at":',
  ',"items":[',
  '],"files":[]}',
  '{"id":"',
  '","slot":"',
  ',"settledAt":',
  '","attestation":"oui',
  '","confirmed":"oui',
  ...names.map(name => `","${name}":"`),
]

export const shortened = (value: unknown): string =>
  often.reduce((text, words, at) => text.replaceAll(words, String.fromCharCode(at + 1)), JSON.stringify(value))

/** @throws SyntaxError for what is no JSON */
export const spelledOut = (text: string): unknown =>
  JSON.parse(often.reduceRight((short, words, at) => short.replaceAll(String.fromCharCode(at + 1), words), text))

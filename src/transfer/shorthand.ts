/**
 * JSON in few letters, since answers are drawn as a QR code that a cheap camera must read. JSON has no bare control
 * characters: each stands for a word here, by its place, which is the format. New words come at the end. Pure.
 */
const often = [
  ...['","', '":"', '":{"', 'dossier', 'enrolment', 'createdAt', 'savedAt', 'lookedUp', 'answers', 'handed'],
  ...['anneeBac', 'numPlace', 'serie', 'matricule', 'prenom', 'numAttest', 'phone', 'tuteur', 'confirmed'],
  ...['attestation', 'items', 'accepted', 'settledAt', 'bytes', 'state'],
]

export const shortened = (value: unknown): string =>
  often.reduce((text, word, at) => text.replaceAll(word, String.fromCharCode(at + 1)), JSON.stringify(value))

/** @throws SyntaxError for what is no JSON */
export const spelledOut = (text: string): unknown =>
  JSON.parse(often.reduce((short, word, at) => short.replaceAll(String.fromCharCode(at + 1), word), text))

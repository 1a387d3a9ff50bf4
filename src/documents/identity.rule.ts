/** Which document shows who the student is, as far as the portal can tell. */
export type IdentityKind = 'passport' | 'card' | 'sheet' | 'parent'

/** A parent's document may be of any type, and the sheet for people under 18 names a person as well: they come first. */
const signs: readonly (readonly [IdentityKind, RegExp])[] = [
  ['parent', /parent|p[eè]re|m[eè]re|tut(?:eur|rice)/i],
  ['sheet', /fiche|descriptive|moins de 18/i],
  ['passport', /passe?port/i],
  ['card', /nina|biom[eé]t|carte/i],
]

/** From what was chosen in the first step, its code and its label alike: the list is the provider's, and may change. */
export const identityKind = (words: string): IdentityKind | undefined => signs.find(([, sign]) => sign.test(words))?.[0]

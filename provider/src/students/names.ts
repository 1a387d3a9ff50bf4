/** Some students have one name, which stands in either field: the other one is empty then. */
export interface Named {
  nom: string
  prenom: string
}

export const hasName = ({ nom, prenom }: Named): boolean => nom !== '' || prenom !== ''
export const hasOneName = ({ nom, prenom }: Named): boolean => nom === '' || prenom === ''

export const fullName = ({ nom, prenom }: Named): string => [nom, prenom].filter(Boolean).join(' ')

/** Accents, primes and letters that keyboards and old lists have in the place of an apostrophe. */
const apostrophes = /[`´ʹʻʼʽʾʿˈˊˋ՚‘‛′‵ꞌ＇]/gu
const hyphens = /[‐‑‒–—―−﹣－]/gu
/** Soft hyphens, joiners and marks of direction, which do not show. */
const invisible = /\p{Cf}/gu

/** A name as people mean it. The apostrophe ’ stays: it is one. */
export const readName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(apostrophes, "'")
    .replace(hyphens, '-')
    .replace(/\s+/g, ' ')
    .trim()

const letters = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()

/** Accents, capitals, blanks and signs make no other name. */
export const isSameName = (one: string, other: string): boolean => letters(one) === letters(other)

/**
 * UTF-8 that was read as Latin-1 and written again: Ã or Â before a sign that no name has there.
 */
export const isMisread = (text: string): boolean =>
  /[ÃÂ][\u0080-\u00bfŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]/u.test(text)

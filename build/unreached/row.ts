/** A file of a package as it was read, and what of it the portal never reaches. */
export interface Source {
  /** Below node_modules. */
  file: string
  /** The version that was read: another one may reach what this one doesn't. */
  version: string
  rows: readonly Row[]
}

/** What is left out for one reason. */
export interface Row {
  why: string
  /** The reason holds as long as nothing of the portal's own source says this. */
  unless?: RegExp
  /** It is run all the same, and nobody hears of it: there is nothing to tell. */
  unheard?: true
  /** Functions that nobody calls. */
  never?: readonly string[]
  /** Functions that always come to the same, as the body that is left of each; '' is nothing at all. */
  less?: Readonly<Record<string, string>>
  /** Variables that never get another value. */
  always?: Readonly<Record<string, string>>
  /** Options that nobody gives: asked of whatever is called so (`options`, `routeOptions`), they are undefined. */
  unset?: readonly string[]
  /** Kinds of React's nodes that are never made: numbers of `tag`, names of `$$typeof`. */
  kinds?: readonly (number | string)[]
  /** The function that makes all nodes, its first parameter their kind: it refuses those above. */
  maker?: string
  /** Of an object, a class or `exports` what nobody asks for. */
  unasked?: readonly string[]
  /** Any other text: it stands there once, beginning and end included. */
  cuts?: readonly Cut[]
  /** A text that stands there more than once, each time the same or nearly. */
  everywhere?: readonly { text: RegExp; instead: string }[]
}

interface Cut {
  from: string
  to: string
  instead: string
}

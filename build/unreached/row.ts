/** A file of a package as it was read, and the code in it that the portal never reaches. */
export interface Source {
  /** Path below node_modules. */
  file: string
  /** The version that was read: another one may reach code that this one does not. */
  version: string
  rows: readonly Row[]
}

/** Code that is removed for one reason. */
export interface Row {
  why: string
  /** The reason holds as long as nothing in the portal's own source matches. */
  unless?: RegExp
  /** The code does run, but without effect: there is nothing to log. */
  unheard?: true
  /** Functions that are never called. */
  never?: readonly string[]
  /** Functions whose result is always the same, with the body that replaces theirs; '' does nothing. */
  less?: Readonly<Record<string, string>>
  /** Variables that never get another value. */
  always?: Readonly<Record<string, string>>
  /**
   * Options that are never set: read from any object called `options`, `routeOptions` and so on, they are undefined.
   */
  unset?: readonly string[]
  /** Kinds of React nodes that are never created: numbers of `tag`, names of `$$typeof`. */
  kinds?: readonly (number | string)[]
  /** The function that creates all nodes, with the kind as its first parameter: it throws for the kinds above. */
  maker?: string
  /** Members of an object, a class or `exports` that are never read. */
  unasked?: readonly string[]
  /** Other text, which occurs once in the file; beginning and end are removed with it. */
  cuts?: readonly Cut[]
  /** A text that occurs several times, each time the same or nearly. */
  everywhere?: readonly { text: RegExp; instead: string }[]
}

interface Cut {
  from: string
  to: string
  instead: string
}

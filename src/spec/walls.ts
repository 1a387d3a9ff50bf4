/**
 * What stands between a phone and its provider, as far as it is known (docs/contract.md, "What
 * stands between").
 */

/** What does not pass, although the provider takes it. */
export interface Wall {
  /** A body that says `Content-Encoding`. */
  gzip?: true
  /** What goes on with an upload: PATCH or HEAD. */
  parts?: true
  /** A body of so many bytes on the wire, or more. */
  most?: number
  /** A photo's `remarques`: its provider refuses what it does not know. */
  remarks?: true
}

export interface Walls {
  /** When the last of it was learned, in milliseconds. */
  at: number
  /**
   * The kind of network, where the browser names it: a wall of the Wi-Fi is none of mobile data.
   */
  network: string
  /** By base. */
  of: Readonly<Record<string, Wall>>
}

/** What a test can make the other provider do to one call. Nothing set: it answers as it always does. */
export interface Script {
  /** Sent as JSON in place of the usual answer; the call is then not carried out. */
  reply?: unknown
  /** Sent as it is, as text/html unless `headers` say otherwise: a captive portal, a gateway's page, cut JSON. */
  text?: string
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Milliseconds before the answer. */
  delay?: number
  /** The answer waits for this: a test decides which of two calls is answered first. */
  hold?: Promise<unknown>
  /** Never answers. */
  hang?: boolean
  /**
   * Where the connection dies: `request` while the body arrives (nothing is carried out), `answer` after the call was
   * carried out and before a byte of its answer, `half` in the middle of the answer.
   */
  cut?: 'request' | 'answer' | 'half'
  /** How many calls this is for; then the usual answer is back. For ever when absent. */
  times?: number
}

export type Target = string | RegExp

/** The scripts of one provider, newest first. */
export class Scripts {
  #entries: Array<{ target: Target; script: Script; left: number }> = []

  add(target: Target, script: Script): void {
    this.#entries.unshift({ target, script, left: script.times ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.#entries = []
  }

  /** `path` is the whole path; `call` is the contract's, without its base. */
  take(path: string, call: string): Script {
    const matches = ({ target }: { target: Target }) =>
      typeof target === 'string' ? target === path || target === call : target.test(path)
    const entry = this.#entries.find(candidate => candidate.left > 0 && matches(candidate))
    if (!entry) return {}
    entry.left -= 1
    return entry.script
  }
}

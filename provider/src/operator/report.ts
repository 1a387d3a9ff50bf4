/** Last output of a command, in English; `done: false` ends it with an error code. */
export interface Report {
  done: boolean
  lines: string[]
}

export const say = (...lines: string[]): Report => ({ done: true, lines })
export const fail = (...lines: string[]): Report => ({ done: false, lines })

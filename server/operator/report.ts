/** What a command says to the operator, in English; `done` false ends the command with an error code. */
export interface Report {
  done: boolean
  lines: string[]
}

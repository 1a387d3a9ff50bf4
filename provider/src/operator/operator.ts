/**
 * The operator of a command, and where its output goes: a terminal and perhaps a folder, or the
 * socket to them.
 */
export interface Operator {
  /** Name for the audit. */
  name: string
  /**
   * Reports progress without waiting, so that a stopped terminal does not keep a transaction open.
   */
  tell(line: string): void
  /** Prints a part of a list of any length; waits until it is received. */
  show(lines: readonly string[]): Promise<void>
  /** Receives a file, by its name within the operator's folder; waits until it is received. */
  take(name: string, bytes: Uint8Array): Promise<void>
}

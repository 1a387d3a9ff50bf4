/** Who asked, and where what they get goes while it comes: a terminal and perhaps a folder, or the socket to them. */
export interface Operator {
  /** As the audit names them. */
  name: string
  /** How far it is; waits for nobody, so that a stopped terminal holds no transaction open. */
  tell(line: string): void
  /** A part of a list of any length; waits until it has been taken. */
  show(lines: readonly string[]): Promise<void>
  /** A file, by its name within the operator's folder; waits until it has been taken. */
  take(name: string, bytes: Uint8Array): Promise<void>
}

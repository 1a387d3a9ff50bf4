/** No decoder can run now, whatever the picture is. */
export class NoDecoder extends Error {
  override readonly name = 'NoDecoder'
  readonly refusal = 'noDecoder'
  readonly retryAfterSeconds = 10
  readonly sentence: string

  /**
   * @param end how the process ended: an exit code, a signal, or the system's word for why there
   * was none
   */
  constructor(end: string) {
    super('No photograph can be decoded.')
    this.sentence = `Photographs can't be decoded: the process for it could not be started or ended at once, twice (${end}). See that the machine has memory left, that this account may start processes (ulimit -u, TasksMax), and that npm ci was run on this machine. Uploads are answered 503 meanwhile; nothing is lost, phones send them again.`
  }
}

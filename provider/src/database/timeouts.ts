const second = 1000

/** The portal waits 45 s for an answer: connecting and one query without an answer take less. */
export const database = {
  connections: 10,
  connectMs: 10 * second,
  /** Where DATABASE_URL names several machines, each of them. */
  connectToOneMs: 3 * second,
  connectionsToStandby: 5,
  /** For what can be read elsewhere, or an answer can do without. */
  hastyMs: 2 * second,
  /** After the primary has not answered, readers do not ask it again for so long. */
  awayMs: 2 * second,
  statementMs: 20 * second,
  answerMs: 22 * second,
  /** A lasting outage is logged again this often, however many calls it refuses. */
  tellAgainMs: 30 * second,
}

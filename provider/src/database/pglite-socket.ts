import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { DataFolderError } from './data-folder.ts'
import type { Semaphore } from './semaphore.ts'

// The shortest limit of any supported system, with the terminating zero.
const longestSocketPath = 103

/** Where libpq and pg look for a server whose host is a folder. */
function socketIn(dataDir: string): string {
  const path = resolve(dataDir, '.s.PGSQL.5432')
  if (Buffer.byteLength(path) <= longestSocketPath) return path
  throw new DataFolderError(
    `The path of the data folder ${dataDir} is too long for a socket. Set DATA_DIR to a folder with a shorter path.`,
  )
}

/** The kernel knows whether a process listens there, and forgets it when that is killed. */
export function isServed(dataDir: string): Promise<boolean> {
  return new Promise(settle => {
    const socket = connect(socketIn(dataDir), () => settle(true))
    socket.once('error', () => settle(false)).once('connect', () => socket.destroy())
  })
}

/** @throws DataFolderError when another process holds the folder */
async function refuseServed(dataDir: string): Promise<void> {
  if (await isServed(dataDir))
    throw new DataFolderError(
      `The data folder ${dataDir} is in use by another process. Stop that process, or set DATA_DIR to another folder.`,
    )
}

/**
 * Holds the data folder by a socket in it, and speaks PostgreSQL's protocol there: the operator's
 * command works beside `npm start`, in turns with it. The folder is private to this account, so no
 * other reaches the socket.
 * @returns gives the folder back
 * @throws DataFolderError when another process holds it
 */
export async function serveAt(
  dataDir: string,
  opened: () => PGlite | undefined,
  gate: Semaphore,
): Promise<() => Promise<void>> {
  await refuseServed(dataDir)
  const path = socketIn(dataDir)
  await rm(path, { force: true })
  const clients = new Set<Socket>()
  const server = createServer(socket => {
    clients.add(socket)
    socket.on('error', () => undefined).once('close', () => clients.delete(socket))
    answer(socket, opened(), gate).catch(() => socket.destroy())
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', ({ message }) =>
      failed(
        new DataFolderError(
          `DATA_DIR must lie on a disk of this machine, for a socket in it. ${message}`,
        ),
      ),
    )
    server.listen(path, listening)
  })
  return async () => {
    for (const socket of clients) socket.destroy()
    await new Promise(closed => server.close(closed))
  }
}

const [terminate, simpleQuery, sync] = [0x58, 0x51, 0x53]
/** The last byte of an answer whose connection is in no transaction. */
const idle = 0x49

async function answer(socket: Socket, pglite: PGlite | undefined, gate: Semaphore): Promise<void> {
  if (!pglite) throw new Error('The database is not open yet.')
  const messages = messagesOf(socket)
  for (let first = await messages.next(); !first.done; first = await messages.next()) {
    const opening = first.value
    const goesOn = await gate.run(async () => {
      const isWhole = await converse(opening, messages, pglite, socket).catch(() => false)
      // The client has gone, perhaps in the midst of a question or of a transaction.
      if (!isWhole)
        await pglite
          .execProtocolRaw(Uint8Array.of(sync, 0, 0, 0, 4))
          .then(() => pglite.exec('ROLLBACK'))
      return isWhole
    })
    if (!goesOn) return void socket.destroy()
  }
}

/**
 * Answers until the question and its transaction have ended: so long the session is this client's.
 * @returns false where the client goes before that
 */
async function converse(
  opening: Message,
  messages: AsyncGenerator<Message, undefined>,
  pglite: PGlite,
  socket: Socket,
): Promise<boolean> {
  let message: Message | undefined = opening
  while (message && !message.isGoodbye) {
    const reply = await pglite.execProtocolRaw(message.bytes)
    socket.write(reply)
    if (message.endsQuestion && reply.at(-1) === idle) return true
    message = (await messages.next()).value
  }
  return false
}

interface Message {
  bytes: Uint8Array
  endsQuestion: boolean
  isGoodbye: boolean
}

/** Every message has its type and its length; only the first one has no type. */
async function* messagesOf(socket: Socket): AsyncGenerator<Message, undefined> {
  let waiting: Buffer = Buffer.alloc(0)
  let typed = 0
  for await (const chunk of socket) {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= typed + 4) {
      const length = typed + waiting.readInt32BE(typed)
      if (waiting.length < length) break
      const bytes = new Uint8Array(waiting.subarray(0, length))
      const type = typed ? bytes[0] : undefined
      waiting = waiting.subarray(length)
      yield {
        bytes,
        endsQuestion: type === undefined || type === simpleQuery || type === sync,
        isGoodbye: type === terminate,
      }
      typed = 1
    }
  }
  return undefined
}

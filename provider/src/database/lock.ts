import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openFolder, ownDataDir } from './data-folder.ts'

export class LockedError extends Error {}

/**
 * Only one process at a time may use a data folder: two would destroy PGlite's files. Each candidate listens on a
 * socket in the folder: the kernel knows whether that process lives, in whatever container, and closes the socket when
 * it is killed.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const folder = join(dataDir, 'lock')
  await ownDataDir(dataDir)
  await makeFolder(folder)
  const held = await openFolder(folder)
  const own = `${randomUUID()}.sock`
  let isHolder = false
  const server = createServer(asker => {
    asker.on('error', () => undefined)
    asker.end(isHolder ? `by process ${process.pid} on ${hostname()}` : 'wanted')
  }).unref()
  const release = async () => {
    await new Promise(closed => server.close(closed))
    await rm(join(folder, own), { force: true })
    await held.close()
  }
  try {
    await listen(server, held.at(own))
    await outlast(folder, own, held.at)
    isHolder = true
    return release
  } catch (error) {
    await release()
    throw error
  }
}

async function makeFolder(folder: string): Promise<void> {
  // Versions before 2026-11-22 left a file of this name behind when they were killed.
  const mark = await readFile(folder, 'utf8').catch(() => undefined)
  if (mark !== undefined && (await isAlive(mark)))
    throw new LockedError(`The data folder ${dirname(folder)} is in use by process ${mark}. Stop that process first.`)
  if (mark !== undefined) await rm(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Compares process id and start time: together they are never reused. */
async function isAlive(mark: string): Promise<boolean> {
  const [pid = '', started] = mark.split(' ')
  const status = await readFile(`/proc/${Number.parseInt(pid, 10)}/stat`, 'utf8').catch(() => '')
  return started !== undefined && status.split(') ').at(-1)?.split(' ')[19] === started
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        new LockedError(`DATA_DIR cannot be locked (${error.code ?? ''}): it must lie on a disk of this machine.`),
      ),
    )
    server.listen(path, listening)
  })
}

const patienceMs = 2000

/**
 * Every process listens before it looks at the others, so that of two at least one sees the other. Sockets of dead
 * processes are deleted; of two candidates, the one whose name sorts first wins, once the other has seen it.
 */
async function outlast(folder: string, own: string, within: (name: string) => string): Promise<void> {
  for (;;) {
    const names = await readdir(folder)
    const others = names.filter(name => name !== own)
    const states = await Promise.all(others.map(name => ask(within(name))))
    // Its own socket is gone: another process took it for dead before it listened, and goes on as the holder.
    const isBeaten = !names.includes(own) || others.some((name, index) => states[index] === 'wanted' && name < own)
    const holder =
      states.find(state => state.startsWith('by ')) ?? (isBeaten ? 'by one that was started with this one' : '')
    if (holder)
      throw new LockedError(
        `The data folder ${dirname(folder)} is in use ${holder}. Stop that process, or set DATA_DIR to another folder.`,
      )
    for (const name of others.filter((_, index) => states[index] === 'gone'))
      await rm(join(folder, name), { force: true })
    if (!states.includes('wanted')) return
    await pause(20)
  }
}

/** A process that accepts the connection but does not answer is alive: it may be stopped, or very busy. */
async function ask(path: string): Promise<string> {
  return new Promise(settle => {
    let said = ''
    const socket = connect(path)
    socket.setEncoding('utf8').setTimeout(patienceMs, () => finish('by a process that does not answer'))
    const finish = (state: string) => {
      socket.destroy()
      settle(state)
    }
    socket.on('data', (text: string) => {
      said += text
    })
    // The connection closed without an answer: the process died while it was asked.
    socket.on('end', () => finish(said || 'gone'))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isDead = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '')
      finish(isDead ? 'gone' : `by a process that cannot be asked (${error.code ?? ''})`)
    })
  })
}

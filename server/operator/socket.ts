import { createHash } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import type { Provider } from '../provider.ts'
import { Command, perform } from './commands.ts'
import type { Report } from './report.ts'

const ReportBody = v.object({ done: v.boolean(), lines: v.array(v.string()) })

/** Socket paths end at about a hundred bytes; a deeper data folder gets a short name in the temporary folder. */
export function adminSocketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'admin.sock')
  if (Buffer.byteLength(path) < 100) return path
  return join(tmpdir(), `portail-${createHash('sha256').update(path).digest('hex').slice(0, 24)}.sock`)
}

/** The operator's door to a running server: a file that only this account may open, no network port. */
export async function openAdminSocket(provider: Provider, dataDir: string): Promise<() => Promise<void>> {
  const path = adminSocketPath(dataDir)
  // The data folder's lock is held: a socket file that is still there was left by a crash.
  await rm(path, { force: true })
  const server = createServer(async (incoming, outgoing) => {
    const report = await answer(provider, await text(incoming).catch(() => ''))
    outgoing.setHeader('Connection', 'close')
    outgoing.end(JSON.stringify(report))
  })
  // The mask is narrowed for the moment of creation: chmod alone would leave the door open until it ran.
  const mask = process.umask(0o177)
  try {
    await new Promise<void>((opened, failed) => server.once('error', failed).listen(path, opened))
  } finally {
    process.umask(mask)
  }
  await chmod(path, 0o600)
  return async () => {
    await new Promise<void>(closed => {
      const cut = setTimeout(() => server.closeAllConnections(), 2000)
      server.close(() => {
        clearTimeout(cut)
        closed()
      })
      server.closeIdleConnections()
    })
    await rm(path, { force: true })
  }
}

async function answer(provider: Provider, body: string): Promise<Report> {
  try {
    return await perform(provider, v.parse(Command, JSON.parse(body)))
  } catch (error) {
    return {
      done: false,
      lines: [`The server could not do this: ${error instanceof Error ? error.message : String(error)}`],
    }
  }
}

/** Undefined when no server is running on this data folder. */
export function askServer(dataDir: string, command: Command): Promise<Report | undefined> {
  return new Promise((settle, fail) => {
    const asked = request({ socketPath: adminSocketPath(dataDir), method: 'POST', path: '/' }, response => {
      text(response)
        .then(body => settle(v.parse(ReportBody, JSON.parse(body))))
        .catch(fail)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') settle(undefined)
      else fail(error)
    })
    asked.end(JSON.stringify(command))
  })
}

import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { openFolder, openSocketFolder } from '../database/data-folder.ts'
import type { Provider } from '../provider.ts'
import { Command, perform } from './commands.ts'
import { FrameReader, writeFrame } from './frames.ts'
import type { Operator } from './operator.ts'
import type { Report } from './report.ts'

const Asked = v.object({ as: v.string(), command: Command })

const name = 'admin.sock'

/**
 * Lets the operator's command reach a running server: a socket file that only this account may open, no network port.
 */
export async function openAdminSocket(provider: Provider, dataDir: string): Promise<() => Promise<void>> {
  const folder = await openFolder(dataDir)
  const path = folder.at(name)
  // This process holds the data folder's lock, so an existing socket file was left by a crash.
  await rm(path, { force: true })
  const server = createServer(async (incoming, outgoing) => {
    outgoing.setHeader('Connection', 'close')
    const report = await answer(provider, await text(incoming).catch(() => ''), outgoing)
    outgoing.end(writeFrame(report))
  })
  // The folder is private to this account: no other reaches the socket before its own mode is set.
  await new Promise<void>((opened, failed) => server.once('error', failed).listen(path, opened))
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
    await folder.close()
  }
}

async function answer(provider: Provider, body: string, outgoing: ServerResponse): Promise<Report> {
  try {
    const { as, command } = v.parse(Asked, JSON.parse(body))
    return await perform(provider, command, atTheOtherEnd(as, outgoing))
  } catch (error) {
    return {
      done: false,
      lines: [`The server could not do this: ${error instanceof Error ? error.message : String(error)}`],
    }
  }
}

function atTheOtherEnd(name: string, outgoing: ServerResponse): Operator {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const taken = async (hasRoom: boolean) => {
    if (!hasRoom) await once(outgoing, 'drain', { signal: gone.signal })
  }
  return {
    name,
    tell: line => void outgoing.write(writeFrame({ lines: [line] })),
    show: lines => taken(outgoing.write(writeFrame({ lines: [...lines] }))),
    take(file, bytes) {
      outgoing.write(writeFrame({ file, bytes: bytes.length }))
      return taken(outgoing.write(bytes))
    },
  }
}

/** Undefined when no server runs on this data folder. */
export async function askServer(dataDir: string, command: Command, operator: Operator): Promise<Report | undefined> {
  const folder = await openSocketFolder(dataDir, name)
  if (!folder) return undefined
  try {
    return await askAt(folder.at(name), command, operator)
  } finally {
    await folder.close()
  }
}

function askAt(socketPath: string, command: Command, operator: Operator): Promise<Report | undefined> {
  return new Promise((settle, fail) => {
    const asked = request({ socketPath, method: 'POST', path: '/' }, response =>
      passOn(response, operator).then(settle, (error: Error) => {
        asked.destroy()
        fail(error)
      }),
    )
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') settle(undefined)
      else fail(error)
    })
    asked.end(JSON.stringify({ as: operator.name, command }))
  })
}

async function passOn(response: IncomingMessage, operator: Operator): Promise<Report> {
  const reader = new FrameReader(response)
  while (true) {
    const frame = await reader.frame()
    if ('done' in frame) return frame
    if ('lines' in frame) await operator.show(frame.lines)
    else await operator.take(frame.file, await reader.bytes(frame.bytes))
  }
}

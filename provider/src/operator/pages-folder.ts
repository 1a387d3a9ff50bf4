import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataFolderError } from '../database/data-folder.ts'
import { isListening } from '../database/pglite-socket.ts'

/**
 * Holds the folder of the pages, by a socket outside it, since a build empties it.
 * @returns gives it back
 * @throws DataFolderError when another process holds it
 */
export async function holdPages(distDir: string): Promise<() => void> {
  const name = createHash('sha256').update(distDir).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `portail-${name}.sock`)
  if (await isListening(path))
    throw new DataFolderError(
      `Another npm start serves the pages in ${distDir}. Stop it, or set DIST_DIR, DATA_DIR and PORT to others.`,
    )
  await rm(path, { force: true })
  const server = createServer(socket => socket.destroy()).unref()
  await once(server.listen(path), 'listening')
  return () => void server.close()
}

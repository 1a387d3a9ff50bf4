import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPglite } from '../src/database/pglite.ts'
import { photograph } from './setup/photographs.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { photosIn } from './setup/stored.ts'
import { Visitor } from './setup/visitor.ts'

const matricule = 'KOU2025T002'
const secret = Buffer.alloc(32, 1)
let server: TestServer
let photo: Buffer

/** The folder as a version of before the one store left it: rows that name files, one of which is gone. */
beforeAll(async () => {
  server = await startServer()
  photo = await photograph(1)
  await server.pause()
  const database = await openPglite(join(server.dataDir, 'pg'))
  await database.query('DELETE FROM secrets')
  await database.query("UPDATE documents SET image = NULL, file_name = matricule || '-' || type")
  await database.close()
  await writeFile(join(server.dataDir, 'secret'), Buffer.alloc(32, 2))
  await expect(server.resume()).rejects.toThrow('Start with DATA_DIR as it was so far')
  await writeFile(join(server.dataDir, 'secret'), secret)
  await mkdir(join(server.dataDir, 'images'))
  await writeFile(join(server.dataDir, 'images', `${matricule}-attest`), photo)
  await server.resume()
})
afterAll(() => server.stop(), 30_000)

test('photographs and the secret of an earlier version are taken into the database, and their files go', async () => {
  const photos = await photosIn(server.database)
  expect(photos.find(one => one.matricule === matricule && one.type === 'attest')?.bytes.equals(photo)).toBe(true)
  const [kept] = await server.database.query<{ value: Uint8Array }>('SELECT value FROM secrets')
  expect(Buffer.from(kept?.value ?? []).equals(secret)).toBe(true)
  expect((await readdir(server.dataDir)).sort()).toEqual(['admin.sock', 'lock', 'pg'])
})

test('a document whose file had been lost is asked for again', async () => {
  const { json } = await new Visitor(server).call('verif/statut/matricule', { matricule })
  expect(json).toMatchObject({ attestBacV: '1', pieceIdV: '0', msg: expect.stringContaining('Envoyez-la encore') })
})

test('what was validated stays so, though its photograph is gone', async () => {
  const rows = await server.database.query<{ state: string; message: string | null }>(
    "SELECT state, message FROM documents WHERE matricule = 'GAO2025T003'",
  )
  expect(rows).toHaveLength(5)
  for (const row of rows) expect(row).toEqual({ state: 'validated', message: null })
})

test('the next start changes nothing', async () => {
  const before = await server.database.query(
    'SELECT matricule, type, digest, state, message FROM documents ORDER BY 1, 2',
  )
  await server.restart()
  expect(
    await server.database.query('SELECT matricule, type, digest, state, message FROM documents ORDER BY 1, 2'),
  ).toEqual(before)
})

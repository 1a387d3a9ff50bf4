import { readdirSync, readFileSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { confirmAll, inventStudents } from '../setup/campus.ts'
import { type Child, endCleanly, serveChild } from '../setup/child.ts'
import { oneCluster } from '../setup/databases.ts'
import { makeFolders } from '../setup/folders.ts'
import { shellBlocks, typed } from '../setup/instructions.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { addStudents, queryCluster } from '../setup/postgres.ts'
import { photosIn, type StoredPhoto } from '../setup/stored.ts'
import { Visitor } from '../setup/visitor.ts'

/** The two blocks of provider/docs/deploy.md, typed as they stand there, while students send. */

const root = join(import.meta.dirname, '..', '..', '..')
const blocks = shellBlocks('Backup and restore')
const students = inventStudents(30)

const cluster = await oneCluster()

test('the section has two blocks, which know two variables', () => {
  expect(blocks).toHaveLength(2)
  const variables = blocks.flatMap(block => [...block.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name))
  expect([...new Set(variables)].filter(name => !['DATABASE_URL', 'BACKUP_DIR'].includes(name))).toEqual([])
})

test('every address of a database that the pages name is one that pg_dump takes', async () => {
  const pages = [
    'README.md',
    'provider/deploy/portal.env',
    ...['docs', 'provider/docs'].flatMap(folder => readdirSync(join(root, folder)).map(name => join(folder, name))),
  ]
  const texts = pages.filter(page => /\.(?:md|env)$/.test(page)).map(page => readFileSync(join(root, page), 'utf8'))
  const parameters = texts.flatMap(text =>
    [...text.matchAll(/postgres(?:ql)?:[^\s?`"]*\?([^\s`"]+)/g)].map(([, all]) => all),
  )
  expect(parameters.length).toBeGreaterThan(0)
  for (const all of parameters) {
    const { said } = await typed('pg_dump --schema-only "$DATABASE_URL"', { DATABASE_URL: `postgres:///none?${all}` })
    expect(said).not.toContain('invalid URI')
  }
})

interface Sent {
  matricule: string
  type: string
  image: string
}

/** Sends what is asked for, again and again with other photographs, until it is told to stop. */
async function sendOn(child: Child, images: readonly string[]) {
  const acknowledged: Sent[] = []
  let going = true
  const visitor = new Visitor(child)
  const lanes = [0, 1, 2].map(async lane => {
    for (let turn = 0; going; turn += 1) {
      const student = students[(turn * 3 + lane) % students.length]
      const type = documentTypes[Math.floor(turn / 10) % documentTypes.length]
      const image = images[turn % images.length]
      if (!student || !type || !image) throw new Error('nothing to send')
      const sent = { matricule: student.matricule, type, image }
      const reply = await visitor.call('files/upload', sent).catch(() => undefined)
      if (reply?.json.status === 1) acknowledged.push(sent)
    }
  })
  const have = async (count: number) => {
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(count)
  }
  return {
    acknowledged,
    have,
    async stop() {
      going = false
      await Promise.all(lanes)
    },
  }
}

/** Every photograph that was the last of its place before the backup, or one that came after it. */
function lost(before: readonly Sent[], all: readonly Sent[], kept: readonly StoredPhoto[]): Sent[] {
  const last = new Map(before.map(sent => [`${sent.matricule} ${sent.type}`, sent]))
  return [...last].flatMap(([place, sent]) => {
    const found = kept.find(({ matricule, type }) => `${matricule} ${type}` === place)?.bytes.toString('base64')
    const since = all.slice(before.length).filter(other => `${other.matricule} ${other.type}` === place)
    return found === sent.image || since.some(({ image }) => image === found) ? [] : [sent]
  })
}

test('a backup, taken while students send, holds each photograph that was acknowledged before, and starts anywhere', async () => {
  const folders = await makeFolders()
  const BACKUP_DIR = join(folders.folder, 'backup')
  const DATABASE_URL = await newDatabase('first')
  let child = await serveChild({ ...folders.env, DATABASE_URL })
  await addStudents(DATABASE_URL, students)
  await confirmAll(child, students)
  const images = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(seed => base64Photograph(seed, 400, 300)))

  const sending = await sendOn(child, images)
  await sending.have(20)
  const before = [...sending.acknowledged]
  expect(await typed(blocks[0] ?? '', { BACKUP_DIR, DATABASE_URL })).toMatchObject({ code: 0 })
  const after = [...sending.acknowledged]
  await sending.have(after.length)
  await sending.stop()
  await endCleanly(child)

  const other = await newDatabase('second')
  expect(await typed(blocks[1] ?? '', { BACKUP_DIR, DATABASE_URL: other })).toMatchObject({ code: 0 })
  const kept = await photosOfServer(other)
  expect(kept.length).toBeGreaterThan(20)
  expect(lost(before, after, kept)).toEqual([])

  // Codes and receipts go on too: the key came along, and a correction is taken.
  child = await serveChild({ ...folders.env, DATABASE_URL: other })
  const [first] = before
  expect((await new Visitor(child).call('files/upload', first)).json.status).toBe(1)
  await endCleanly(child)
  await folders.remove()
}, 240_000)

test('a restore into PostgreSQL replaces what a later version made, by the account of the service, and nothing when the copy is cut', async () => {
  const folders = await makeFolders()
  await queryCluster(cluster.url, 'CREATE ROLE service LOGIN')
  await queryCluster(cluster.url, 'CREATE DATABASE later OWNER service')
  const url = cluster.url.replace('portail@', 'service@').replace(/postgres$/, 'later')
  const env = { BACKUP_DIR: join(folders.folder, 'backup'), DATABASE_URL: url }
  const serve = () => serveChild({ ...folders.env, DATABASE_URL: url })
  const backUp = async () => expect(await typed(blocks[0] ?? '', env)).toMatchObject({ code: 0 })
  await endCleanly(await serve())
  await backUp()
  // A dump that knows fewer tables and migrations than the database.
  await queryCluster(url, "CREATE TABLE later (id int); INSERT INTO migrations (name) VALUES ('999-later.sql')")
  const laterTables = () => queryCluster(url, "SELECT 1 FROM pg_tables WHERE tablename = 'later'")
  expect(await typed(blocks[1] ?? '', env)).toMatchObject({ code: 0 })
  expect(await laterTables()).toEqual([])
  await endCleanly(await serve())

  // Of what was restored, too, a copy can be made and put back.
  await backUp()
  await queryCluster(url, 'CREATE TABLE later (id int)')
  expect(await typed(blocks[1] ?? '', env)).toMatchObject({ code: 0 })
  expect(await laterTables()).toEqual([])
  await queryCluster(url, 'CREATE TABLE later (id int)')
  await truncate(join(env.BACKUP_DIR, 'portal.dump'), 20_000)
  expect((await typed(blocks[1] ?? '', env)).code).not.toBe(0)
  expect(await laterTables()).toHaveLength(1)
  await endCleanly(await serve())
  await folders.remove()
}, 120_000)

async function newDatabase(name: string): Promise<string> {
  await queryCluster(cluster.url, `CREATE DATABASE ${name}`)
  return cluster.url.replace(/postgres$/, name)
}

async function photosOfServer(url: string): Promise<StoredPhoto[]> {
  const database = await openPostgres({ url })
  try {
    return await photosIn(database)
  } finally {
    await database.close()
  }
}

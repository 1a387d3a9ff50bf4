import { readdirSync, readFileSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inventStudents } from '../setup/campus.ts'
import { endCleanly, serveChild } from '../setup/child.ts'
import { Crowd } from '../setup/crowd.ts'
import { oneCluster } from '../setup/databases.ts'
import { makeFolders } from '../setup/folders.ts'
import { shellBlocks, typed } from '../setup/instructions.ts'
import { addConfirmed, queryCluster } from '../setup/postgres.ts'
import { Visitor } from '../setup/visitor.ts'

/** The two blocks of provider/docs/deploy.md, typed as they stand there, while students send. */

const root = join(import.meta.dirname, '..', '..', '..')
const blocks = shellBlocks('Backup and restore')
const students = inventStudents(300)

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

test('a backup, taken while students send, holds each photograph that was acknowledged before, and starts anywhere', async () => {
  const folders = await makeFolders()
  const BACKUP_DIR = join(folders.folder, 'backup')
  const DATABASE_URL = await newDatabase('first')
  let child = await serveChild({ ...folders.env, DATABASE_URL })
  await addConfirmed(DATABASE_URL, students)
  const crowd = new Crowd(child.address, students, { phones: 3 })
  await crowd.more(20)
  const before = [...crowd.acknowledged]
  expect(await typed(blocks[0] ?? '', { BACKUP_DIR, DATABASE_URL })).toMatchObject({ code: 0 })
  await crowd.more(20)
  await crowd.stop()
  await endCleanly(child)

  const other = await newDatabase('second')
  expect(await typed(blocks[1] ?? '', { BACKUP_DIR, DATABASE_URL: other })).toMatchObject({ code: 0 })
  const kept = await queryCluster(other, 'SELECT matricule, type, image FROM documents')
  for (const { matricule, type, bytes } of before) expect(kept).toContainEqual({ matricule, type, image: bytes })

  // Codes and receipts go on too: the key came along, and a correction is taken.
  child = await serveChild({ ...folders.env, DATABASE_URL: other })
  const [first] = before
  if (!first) throw new Error('nothing was sent')
  expect((await new Visitor(child).send(first, first.type, first.bytes)).status).toBe(1)
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

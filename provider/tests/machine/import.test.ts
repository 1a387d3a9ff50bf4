import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inventStudents, listOf, oneFolder } from '../setup/campus.ts'
import { runToEnd } from '../setup/child.ts'
import { oneCluster } from '../setup/databases.ts'

const cluster = await oneCluster()
const { folder } = await oneFolder()
const students = inventStudents(6000)
const importing = async () => {
  const file = join(folder, 'list.csv')
  await writeFile(file, listOf(students))
  return runToEnd('cli.ts', ['import', file], { DATABASE_URL: cluster.url, DATA_DIR: folder })
}

test('a list of which nothing changes does not wait for a student who is enrolling, nor that student for it', async () => {
  const { code, out } = await importing()
  expect([code, out]).toEqual([0, '5000 of 6000 students written.\n6000 students imported.\n'])
  const enrolling = new pg.Client({ connectionString: cluster.url })
  await enrolling.connect()
  await enrolling.query('BEGIN')
  await enrolling.query('SELECT 1 FROM students WHERE matricule = $1 FOR UPDATE', [students[7]?.matricule])
  const again = await importing()
  await enrolling.query('ROLLBACK')
  await enrolling.end()
  expect(again.code).toBe(0)
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Child } from './child.ts'
import { makeDataDir } from './data-dir.ts'
import { ask } from './operator.ts'
import { startServer } from './server.ts'
import { completeBody, readCode, type SampleStudent, Visitor } from './visitor.ts'

export interface Folders {
  folder: string
  dataDir: string
  distDir: string
  env: Record<string, string>
  remove(): Promise<void>
}

/** Folders of a server in its own process, with an empty database and one page. */
export async function makeFolders(): Promise<Folders> {
  const folder = await mkdtemp(join(tmpdir(), 'portail-'))
  const dataDir = join(folder, 'data')
  const distDir = join(folder, 'dist')
  await mkdir(distDir)
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>Portail</title>')
  await makeDataDir(dataDir)
  return {
    folder,
    dataDir,
    distDir,
    env: { DATA_DIR: dataDir, DIST_DIR: distDir },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Invented students, as many as a test needs. */
export function inventStudents(count: number): SampleStudent[] {
  return Array.from({ length: count }, (_, index) => ({
    matricule: `ESSAI26${String(index).padStart(5, '0')}`,
    nom: 'DIARRA',
    prenom: 'Awa',
    anneeBac: '2026',
    numPlace: String(70_000 + index),
    serie: 'TSE',
    ae: 'BKORD',
  }))
}

/** As the operator's file has them. */
export const listOf = (students: readonly SampleStudent[]): string =>
  ['matricule,nom,prenom,anneeBac,numPlace,serie,ae', ...students.map(one => Object.values(one).join(','))].join('\n')

export async function importStudents(dataDir: string, students: readonly SampleStudent[]): Promise<void> {
  const report = await ask(dataDir, { name: 'import', text: listOf(students) })
  if (!report?.done) throw new Error(report?.lines.join('\n') ?? 'no server is running')
}

/** One server behind a proxy for the file, which knows these students beside its own, and who visits it. */
export async function oneCampus(students: readonly SampleStudent[]) {
  const server = await startServer({ trustProxy: true })
  afterAll(() => server.stop(), 30_000)
  if (students.length > 0) await importStudents(server.dataDir, students)
  return { server, visitor: new Visitor(server) }
}

export const phoneOf = (index: number) => String(76_000_000 + index)

/** Enrols and confirms each of them, phone by phone. */
export async function confirmAll(
  server: Pick<Child, 'address' | 'codes'>,
  students: readonly SampleStudent[],
): Promise<void> {
  const visitor = new Visitor(server)
  for (const [index, student] of students.entries()) {
    await visitor.call('enrolement/add', completeBody(student, phoneOf(index)))
    const otp = await readCode(server, phoneOf(index))
    const { json } = await visitor.call('otp/valide', { matricule: student.matricule, otp })
    if (json.status !== 1) throw new Error(`not confirmed: ${String(json.msg)}`)
  }
}

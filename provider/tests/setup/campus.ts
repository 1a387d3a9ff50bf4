import { afterAll } from 'vitest'
import { type Child, endCleanly, serveChild } from './child.ts'
import { makeFolders } from './folders.ts'
import { ask } from './operator.ts'
import { startServer, type TestServerOptions } from './server.ts'
import { enrolAndConfirm, type SampleStudent, Visitor } from './visitor.ts'

export const inventStudent = (index: number): SampleStudent => ({
  matricule: `ESSAI26${String(index).padStart(5, '0')}`,
  nom: 'DIARRA',
  prenom: 'Awa',
  anneeBac: '2026',
  numPlace: String(70_000 + index),
  serie: 'TSE',
  ae: 'BKORD',
})

/** As many as a test needs. */
export const inventStudents = (count: number): SampleStudent[] =>
  Array.from({ length: count }, (_, index) => inventStudent(index))

/** As the operator's file has them. */
export const columns = 'matricule,nom,prenom,anneeBac,numPlace,serie,ae'
export const listOf = (students: readonly SampleStudent[]): string =>
  [columns, ...students.map(one => Object.values(one).join(','))].join('\n')

export async function importStudents(dataDir: string, students: readonly SampleStudent[]): Promise<void> {
  const report = await ask(dataDir, { name: 'import', text: listOf(students) })
  if (!report?.done) throw new Error(report?.lines.join('\n') ?? 'no server is running')
}

/** What a file has for itself, or the suite that asks for it, ends after the last test. */
export const afterwards = (end: () => unknown) => afterAll(async () => void (await end()), 60_000)

/** A server in this process, and who visits it. */
export async function oneServer(options: TestServerOptions = {}) {
  const server = await startServer(options)
  afterwards(() => server.stop())
  return { server, visitor: new Visitor(server) }
}

/** Behind a proxy, with these students beside its own. */
export async function oneCampus(students: readonly SampleStudent[] = [], options: TestServerOptions = {}) {
  const own = await oneServer({ trustProxy: true, ...options })
  if (students.length > 0) await own.server.operate({ name: 'import', text: listOf(students) })
  return own
}

export async function oneFolder() {
  const folders = await makeFolders()
  afterwards(() => folders.remove())
  return folders
}

/** The server as a process, which a test may end and `start` again. */
export async function oneChild(more: Record<string, string> = {}, serve = serveChild) {
  const folders = await oneFolder()
  const env = { ...folders.env, ...more }
  const own = { folders, env, child: await serve(env), start }
  async function start() {
    own.child = await serve(env)
  }
  afterwards(() => endCleanly(own.child))
  return own
}

export const phoneOf = (index: number) => String(76_000_000 + index)

/** Enrols and confirms each of them, phone by phone. */
export async function confirmAll(
  server: Pick<Child, 'address' | 'codes'>,
  students: readonly SampleStudent[],
): Promise<void> {
  const visitor = new Visitor(server)
  for (const [index, student] of students.entries()) await enrolAndConfirm(server, visitor, student, phoneOf(index))
}

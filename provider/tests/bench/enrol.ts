import { documentTypes } from '../../../src/spec/documents.ts'
import { addressOf, Caller } from '../setup/caller.ts'
import { inventStudent, phoneOf } from '../setup/campus.ts'
import { completeBody } from '../setup/visitor.ts'
import { type Pictures, uploadBody } from './pictures.ts'
import type { Subject } from './subject.ts'

/** Milliseconds that each call took, by its path. */
export type Times = Map<string, number[]>

const base = '/2021/v1/etudiant/'

/**
 * The 18 calls of a student who comes for the first time and leaves with a file that waits, as the
 * portal makes them.
 * @throws Error when one of them is not answered as it should be
 */
export async function enrol(subject: Subject, pictures: Pictures, index: number, times: Times): Promise<void> {
  const caller = new Caller(addressOf(index))
  const origin = subject.originFor(index)
  const ask = async (path: string, body: string | Buffer, isRight: (json: Record<string, unknown>) => boolean) => {
    const { http, json, ms } = await caller.post(origin, `${base}${path}`, body)
    times.set(path, [...(times.get(path) ?? []), ms])
    if (http !== 200 || !isRight(json)) throw new Error(`${path}: HTTP ${http} ${JSON.stringify(json).slice(0, 200)}`)
  }
  const list = (path: string) => ask(path, '{}', ({ Resultat }) => Array.isArray(Resultat))
  const accepted = ({ status }: Record<string, unknown>) => status === 1
  try {
    await ask('enrolement/chrono', '{}', ({ statut }) => statut === 1)
    await ask('btn/info', '{}', ({ btnInfo }) => btnInfo !== '')
    await ask('new/bac', '{}', ({ newBac }) => newBac !== '')
    for (const name of ['liste/annee', 'liste/serie', 'liste/academie', 'pieces/identite/utilisee']) await list(name)
    const student = inventStudent(index)
    const { matricule, nom: _, prenom: __, ...place } = student
    await ask('search/matricule', JSON.stringify(place), accepted)
    const phone = phoneOf(index)
    const code = subject.codeFor(phone)
    await ask('enrolement/add', JSON.stringify(completeBody(student, phone)), accepted)
    await ask('otp/valide', JSON.stringify({ matricule, otp: await code }), accepted)
    for (const type of documentTypes) await ask('files/upload', uploadBody(pictures[type], matricule, type), accepted)
    await ask('enrolement/globalevalid', JSON.stringify({ matricule }), accepted)
    await list('statut/liste/annee')
    await ask('enrolement/statut', JSON.stringify({ matricule }), accepted)
  } finally {
    caller.hangUp()
  }
}

/** Lets them in so many at a time; each that leaves makes room for the next. */
export async function crowd(together: number, students: number, come: (place: number) => Promise<void>): Promise<void> {
  let next = 0
  const queue = async () => {
    while (next < students) await come(next++)
  }
  await Promise.all(Array.from({ length: Math.min(together, students) }, queue))
}

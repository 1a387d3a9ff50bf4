import { Caller } from './caller.ts'
import { invent, phoneOf } from './crowd.ts'
import { crowd } from './enrol.ts'
import type { Figure } from './figures.ts'
import type { Context } from './students.ts'
import { type Subject, startSubject } from './subject.ts'

/** The address that a carrier's customers share. */
const shared = '127.200.0.1'
const anHour = 10_000
const mistypes = 5

/**
 * An hour of students behind one address, one in five of whom mistypes the place, the code and the matricule once. They
 * come as quickly as they are served: the limits count by the quarter of an hour, so that this is harder than an hour.
 */
export async function nat({ root, imported, quick }: Context): Promise<Figure[]> {
  const students = Math.min(quick ? anHour / 4 : anHour, Math.floor(imported * 0.7))
  const subject = await startSubject({ dir: root, database: 'postgres', imported })
  const refused = { right: 0, slips: 0 }
  const since = performance.now()
  try {
    await crowd(50, students, place => visit(subject, place, imported, refused))
  } finally {
    await subject.stop()
  }
  const minutes = (performance.now() - since) / 60_000
  const name = `${students} students behind one address within ${minutes.toFixed(1)} minutes, 20 % mistype`
  return [
    { name: `${name}: calls of theirs that were refused`, unit: '', value: refused.right, goal: { most: 0 } },
    { name: `${name}: slips that were refused as too many`, unit: '', value: refused.slips },
  ]
}

async function visit(subject: Subject, index: number, imported: number, refused: { right: number; slips: number }) {
  const caller = new Caller(shared)
  const origin = subject.originFor(index)
  const ask = async (path: string, body: object, kind: keyof typeof refused) => {
    const { http } = await caller.post(origin, `/2021/v1/etudiant/${path}`, JSON.stringify(body))
    if (http !== 200) refused[kind] += 1
    return http
  }
  const { matricule, nom, prenom, ...place } = invent(index, imported)
  const phone = phoneOf(index)
  const slips = index % mistypes === 0
  await ask('enrolement/chrono', {}, 'right')
  if (slips) await ask('search/matricule', { ...place, numPlace: `9${place.numPlace}` }, 'slips')
  await ask('search/matricule', place, 'right')
  const code = subject.codeFor(phone)
  const student = { ...place, matricule, nom, prenom, phone, tuteur: 'NINA', nina: '', numAttest: '123456' }
  if ((await ask('enrolement/add', student, 'right')) !== 200) return caller.hangUp()
  const otp = await code
  if (slips) await ask('otp/valide', { matricule, otp: String((Number(otp) + 1) % 10_000).padStart(4, '0') }, 'slips')
  await ask('otp/valide', { matricule, otp }, 'right')
  if (slips) await ask('enrolement/statut', { matricule: matricule.replace(/^C/, 'X') }, 'slips')
  await ask('enrolement/statut', { matricule }, 'right')
  caller.hangUp()
}

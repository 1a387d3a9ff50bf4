import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

export interface Reply {
  http: number
  headers: Headers
  // The tests compare what came; its shape is what they are about.
  json: Record<string, unknown>
}

export interface PostOptions {
  headers?: Record<string, string>
  gzip?: boolean
}

/** Through the proxy before the server, from that address. */
export const from = (address: string): PostOptions => ({ headers: { 'x-forwarded-for': address } })

/** A browser as far as the provider can tell. */
export class Visitor {
  constructor(protected readonly server: Pick<TestServer, 'address'>) {}

  async post(path: string, body: unknown, { headers = {}, gzip = false }: PostOptions = {}): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(`${this.server.address}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(gzip && { 'content-encoding': 'gzip' }),
        ...headers,
      },
      body: gzip ? new Uint8Array(gzipSync(text)) : text,
    })
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const json: Record<string, unknown> = await response.json()
    return { http: response.status, headers: response.headers, json }
  }

  /** A call of section 7 on the base of the current years. */
  async call(path: string, body: unknown, options?: PostOptions): Promise<Reply> {
    return this.post(`/2021/v1/etudiant/${path}`, body, options)
  }
}

export interface SampleStudent {
  matricule: string
  nom: string
  prenom: string
  anneeBac: string
  numPlace: string
  serie: string
  ae: string
}

const sample = (
  matricule: string,
  nom: string,
  prenom: string,
  anneeBac: string,
  numPlace: string,
  serie: string,
  ae: string,
) => ({ matricule, nom, prenom, anneeBac, numPlace, serie, ae }) satisfies SampleStudent

/** Students of provider/src/sample/students.csv without a file. */
export const students = {
  aminata: sample('BKO2026T001', 'DIARRA', 'Aminata', '2026', '1001', 'TSE', 'BKORD'),
  moussa: sample('BKO2026T002', 'TRAORÉ', 'Moussa', '2026', '1002', 'TSEXP', 'BKORG'),
  fatoumata: sample('KAY2026T003', 'COULIBALY', 'Fatoumata', '2026', '1003', 'TLL', 'KAYES'),
  seydou: sample('SIK2026T004', 'KONÉ', 'Seydou', '2026', '1004', 'SBT', 'SIKASSO'),
  mariam: sample('SEG2026T005', 'KEÏTA', 'Mariam', '2026', '1005', 'TSECO', 'SEGOU'),
  kadiatou: sample('BKO2026T009', 'DEMBÉLÉ', 'Kadiatou', '2026', '1009', 'TSE', 'BKORD'),
  ibrahim: sample('MOP2026T006', 'DIALLO', 'Ibrahim', '2026', '1006', 'TSS', 'MOPTI'),
  abdoulaye: sample('BKO2026T010', 'MAÏGA', 'Abdoulaye', '2026', '1010', 'TSE', 'BKORD'),
}

export function completeBody(student: SampleStudent, phone: string) {
  return { ...student, phone, tuteur: 'NINA', nina: '', numAttest: '123456' }
}

export function reducedBody({ matricule, numPlace, nom, prenom }: SampleStudent, phone: string) {
  return { phone, matricule, numPlace, numAttest: '123456', nom, prenom, dateNaiss: '2007-05-04', tuteur: 'NINA' }
}

/** The code of the newest SMS to this phone, read as a test of the portal would read it. */
export async function readCode(server: Pick<TestServer, 'codes'>, phone: string): Promise<string> {
  const messages: { phone: string; text: string }[] = await (await fetch(server.codes)).json()
  const code = /\b\d{4}\b/.exec(messages.find(message => message.phone === phone)?.text ?? '')?.[0]
  if (!code) throw new Error('no code was sent to this phone')
  return code
}

export async function enrolAndConfirm(
  server: TestServer,
  visitor: Visitor,
  student: SampleStudent,
  phone: string,
): Promise<string> {
  expect((await visitor.call('enrolement/add', completeBody(student, phone))).json.status).toBe(1)
  const code = await readCode(server, phone)
  expect((await visitor.call('otp/valide', { matricule: student.matricule, otp: code })).json.status).toBe(1)
  return code
}

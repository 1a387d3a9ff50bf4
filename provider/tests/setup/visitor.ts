import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { type RawRequest, requestRaw } from './raw.ts'
import type { TestServer } from './server.ts'

export interface Reply {
  http: number
  headers: Headers
  // The tests compare what came; its shape is what they are about.
  json: Record<string, unknown>
  status: unknown
}

export interface PostOptions {
  headers?: Record<string, string>
  gzip?: boolean
}

/** Through the proxy before the server, from that address. */
export const from = (address: string): PostOptions => ({ headers: { 'x-forwarded-for': address } })

interface Asked {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
}
/** What `fetch` does, for those who come from elsewhere, or slowly. */
export type Ask = (url: string, asked: Asked) => Promise<Response>

/** From another address of this machine, with as many bytes of a body as often as `pace` says. */
export const askFrom =
  (from: string, pace?: RawRequest['pace']): Ask =>
  async (url, { method, headers, body }) => {
    const { origin, pathname: path } = new URL(url)
    const length = String(Buffer.byteLength(body))
    const all = { ...headers, 'content-length': length }
    // The portal waits no longer.
    const signal = AbortSignal.timeout(45_000)
    const answer = await requestRaw(origin, { method, path, headers: all, body, from, pace, signal })
    const said = Object.entries(answer.headers).flatMap(([name, value = []]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    )
    return new Response(answer.text || null, { status: answer.http, headers: said })
  }

type One = Pick<SampleStudent, 'matricule'>
/** Of a photograph: itself, or as base64. */
type Image = Buffer | string

/** A browser as far as the provider can tell. */
export class Visitor {
  constructor(
    protected readonly server: Pick<TestServer, 'address'>,
    protected readonly ask: Ask = fetch,
  ) {}

  async post(path: string, body: unknown, { headers = {}, gzip = false }: PostOptions = {}): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await this.ask(`${this.server.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(gzip && { 'content-encoding': 'gzip' }), ...headers },
      body: gzip ? new Uint8Array(gzipSync(text)) : text,
    })
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const json: Record<string, unknown> = await response.json()
    return { http: response.status, headers: response.headers, json, status: json.status }
  }

  /** A call of section 7 on the base of the current years. */
  call(path: string, body: unknown, options?: PostOptions): Promise<Reply> {
    return this.post(`/2021/v1/etudiant/${path}`, body, options)
  }

  search({ anneeBac, numPlace, serie, ae }: Omit<SampleStudent, 'matricule' | 'nom' | 'prenom'>, where?: PostOptions) {
    return this.call('search/matricule', { anneeBac, numPlace, serie, ae }, where)
  }

  save(student: SampleStudent, phone: string, change: object = {}, where?: PostOptions) {
    return this.call('enrolement/add', { ...completeBody(student, phone), ...change }, where)
  }

  /** Gives a code. */
  give({ matricule }: One, otp: unknown, where?: PostOptions) {
    return this.call('otp/valide', { matricule, otp }, where)
  }

  send({ matricule }: One, type: string, image: Image, options?: PostOptions) {
    return this.call('files/upload', { matricule, type, image: image.toString('base64') }, options)
  }

  /** Sends it as a correction. */
  replace({ matricule }: One, type: string, image: Image, options?: PostOptions) {
    return this.call(`files/update/${type}`, { matricule, image: image.toString('base64') }, options)
  }

  finish({ matricule }: One, where?: PostOptions) {
    return this.call('enrolement/globalevalid', { matricule }, where)
  }

  look({ matricule }: One, where?: PostOptions) {
    return this.call('enrolement/statut', { matricule }, where)
  }

  async flags({ matricule }: One) {
    return (await this.call('verif/statut/matricule', { matricule })).json
  }

  receipt(student: Omit<SampleStudent, 'nom' | 'prenom' | 'anneeBac'>, otp: unknown, where?: PostOptions) {
    const { matricule, numPlace: num_place, serie, ae } = student
    return this.post('/recepisses/v1/etudiant/voir/recepisse', { otp, matricule, num_place, serie, ae }, where)
  }
}

/** A browser that keeps what answers leave with it, for the folder that each was left for. */
export class Browser extends Visitor {
  private readonly jar = new Map<string, string>()

  override async post(path: string, body: unknown, options: PostOptions = {}): Promise<Reply> {
    const kept = [...this.jar].flatMap(([key, pair]) => (path.startsWith(key.split(' ')[0] ?? '') ? [pair] : []))
    const cookie = kept.length > 0 ? { cookie: kept.join('; ') } : {}
    const reply = await super.post(path, body, { ...options, headers: { ...options.headers, ...cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const folder = attributes.find(one => one.startsWith('Path='))?.slice(5) ?? '/'
      this.jar.set(`${folder} ${pair.split('=')[0]}`, pair)
    }
    return reply
  }

  /**
   * The same browser once more: what is left with the copy is as lost as an answer that never came.
   */
  copy(): Browser {
    const other = new Browser(this.server, this.ask)
    for (const [key, pair] of this.jar) other.jar.set(key, pair)
    return other
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

const sample = (matricule: string, nom: string, prenom: string, numPlace: string, serie: string, ae: string) =>
  ({ matricule, nom, prenom, anneeBac: '2026', numPlace, serie, ae }) satisfies SampleStudent

/** Students of provider/src/sample/students.csv without a file. */
export const students = {
  aminata: sample('BKO2026T001', 'DIARRA', 'Aminata', '1001', 'TSE', 'BKORD'),
  moussa: sample('BKO2026T002', 'TRAORÉ', 'Moussa', '1002', 'TSEXP', 'BKORG'),
  fatoumata: sample('KAY2026T003', 'COULIBALY', 'Fatoumata', '1003', 'TLL', 'KAYES'),
  seydou: sample('SIK2026T004', 'KONÉ', 'Seydou', '1004', 'SBT', 'SIKASSO'),
  mariam: sample('SEG2026T005', 'KEÏTA', 'Mariam', '1005', 'TSECO', 'SEGOU'),
  kadiatou: sample('BKO2026T009', 'DEMBÉLÉ', 'Kadiatou', '1009', 'TSE', 'BKORD'),
  ibrahim: sample('MOP2026T006', 'DIALLO', 'Ibrahim', '1006', 'TSS', 'MOPTI'),
  abdoulaye: sample('BKO2026T010', 'MAÏGA', 'Abdoulaye', '1010', 'TSE', 'BKORD'),
}

/** One whose code is known, and who has a receipt. */
export const received = { matricule: 'KOU2025T002', numPlace: '2002', serie: 'TSEXP', ae: 'KOULIKORO', otp: '2580' }

export function completeBody(student: SampleStudent, phone: string) {
  return { ...student, phone, tuteur: 'NINA', nina: '', numAttest: '123456' }
}

export function reducedBody({ matricule, numPlace, nom, prenom }: SampleStudent, phone: string) {
  return { phone, matricule, numPlace, numAttest: '123456', nom, prenom, dateNaiss: '2007-05-04', tuteur: 'NINA' }
}

/** Of an upload, as it travels. */
export const uploadBody = ({ matricule }: One, type: string, image: Image): Buffer =>
  Buffer.from(JSON.stringify({ matricule, type, image: image.toString('base64') }))

/** So many bytes of a body that never ends. */
export const endlessBody = ({ matricule }: One, bytes: number, fill = 'x'): Buffer =>
  Buffer.from(JSON.stringify({ matricule, image: '' }).slice(0, -2).padEnd(bytes, fill).slice(0, bytes))

/**
 * The code of the newest SMS to this phone: of a server in this process at once, of another one by
 * its list.
 */
export async function readCode(
  { codes, sent }: Pick<TestServer, 'codes'> & Partial<Pick<TestServer, 'sent'>>,
  phone: string,
): Promise<string> {
  const listed = async () => {
    const messages: { phone: string; text: string }[] = await (await fetch(codes)).json()
    return messages.find(message => message.phone === phone)
  }
  const sms = sent ? sent(phone).at(-1) : await listed()
  const code = /\b\d{4}\b/.exec(sms?.text ?? '')?.[0]
  if (!code) throw new Error('no code was sent to this phone')
  return code
}

/** Of so many more than this one. */
export const otherCode = (code: string, step = 1) => String((Number(code) + step) % 10_000).padStart(4, '0')

/** @returns the code that has confirmed */
export async function enrolAndConfirm(
  server: Parameters<typeof readCode>[0],
  visitor: Visitor,
  student: SampleStudent,
  phone: string,
  where?: PostOptions,
): Promise<string> {
  expect((await visitor.save(student, phone, {}, where)).json).toMatchObject({ status: 1 })
  const code = await readCode(server, phone)
  expect((await visitor.give(student, code, where)).json).toMatchObject({ status: 1 })
  return code
}

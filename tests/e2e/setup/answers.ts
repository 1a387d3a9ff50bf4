import { isDeepStrictEqual } from 'node:util'

/** What the other provider knows and how it answers each call of section 7: written from the contract alone. */

export interface Student {
  anneeBac: string
  numPlace: string
  serie: string
  ae: string
  matricule: string
  nom: string
  prenom: string
}

export interface StatusReply {
  status: number
  msg: string
  matricule?: string
  actNaissV?: string
  pieceIdV?: string
  simCardV?: string
  attestBacV?: string
  photoBusteV?: string
}

export interface Chrono {
  statut: unknown
  resultat: { message: string; dateHeure: string }
}

export type Body = Readonly<Record<string, unknown>>

export const student: Student = {
  anneeBac: '2025',
  numPlace: '10245',
  serie: 'TSE',
  ae: 'BAMAKO RIVE DROITE',
  matricule: 'MA2025TR001',
  nom: 'TRAORÉ',
  prenom: 'Aminata',
}

export const code = '4826'

/** As the contract writes a date without a zone: Bamako time, which is UTC. */
export const bamako = (inMilliseconds: number) =>
  new Date(Date.now() + inMilliseconds).toISOString().slice(0, 19).replace('T', ' ')

const day = 24 * 3600 * 1000

/** docs/contract.md: an object or a plain string, which is both code and label. */
export type Choice = string | { code: string; libelle: string }
export type ListName = 'serie' | 'academie' | 'annee' | 'pieces' | 'statutAnnee'

const choice = (code: string, libelle: string) => ({ code, libelle })

export class Memory {
  chrono: Chrono = {
    statut: 1,
    resultat: { message: 'Les inscriptions se terminent dans', dateHeure: bamako(30 * day) },
  }
  students: Student[] = [student]
  /** By matricule or phone; asked by the status page and the reclamation page alike. */
  files = new Map<string, StatusReply>()
  enrolments = new Map<string, Body>()
  /** The bytes of each document under `matricule/type`, every arrival in its order. */
  documents = new Map<string, Buffer[]>()
  lists: Record<ListName, Choice[]> = {
    serie: [choice('TSE', 'Terminale Sciences Exactes'), choice('TLL', 'Terminale Langues et Littérature'), 'SECO'],
    academie: [choice('BAMAKO RIVE DROITE', 'Bamako Rive Droite'), choice('SEGOU', 'Ségou')],
    annee: [choice('2025', '2025'), choice('2024', '2024')],
    pieces: [
      choice('NINA', 'Carte NINA'),
      choice('PASSEPORT', 'Passeport'),
      choice('BIOMETRIQUE', 'Carte biométrique'),
    ],
    statutAnnee: [choice('2021', '2021 ou plus'), choice('1920', '2019-2020'), choice('anciens', 'Années antérieures')],
  }

  document(matricule: string, type: string): Buffer | undefined {
    return this.documents.get(`${matricule}/${type}`)?.at(-1)
  }
}

/** The digits of every script that is written with ten signs, as the platform lists them. */
const digits = new Map(
  Intl.supportedValuesOf('numberingSystem').flatMap(numberingSystem => {
    const { format } = new Intl.NumberFormat('en', { numberingSystem })
    return Array.from({ length: 10 }, (_, digit) => [format(digit), String(digit)] as const)
  }),
)

const text = (body: Body, name: string) => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}
const number = (body: Body, name: string) => Array.from(text(body, name), sign => digits.get(sign) ?? sign).join('')

const list = (items: unknown) => ({ status: 1, msg: 'OK', Resultat: [items] })
const found = (ok: boolean, good: string, bad: string) => (ok ? { status: 1, msg: good } : { status: 0, msg: bad })

function keep(memory: Memory, matricule: string, type: string, image: string): object {
  const bytes = Buffer.from(image, 'base64')
  const isPicture = bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8])) || bytes.subarray(1, 4).toString() === 'PNG'
  if (!matricule || !isPicture) return { status: 0, msg: "L'image n'a pas pu être lue." }
  const key = `${matricule}/${type}`
  memory.documents.set(key, [...(memory.documents.get(key) ?? []), bytes])
  return { status: 1, msg: 'Document enregistré.' }
}

/** Lists and papers differ in leading zeros. */
const byValue = (number: string) => number.replace(/^0+(?=.)/, '')

function lookup(memory: Memory, body: Body): object {
  const same = memory.students.find(({ anneeBac, numPlace, serie, ae }) =>
    isDeepStrictEqual(
      { anneeBac, numPlace: byValue(numPlace), serie, ae },
      { ...body, anneeBac: number(body, 'anneeBac'), numPlace: byValue(number(body, 'numPlace')) },
    ),
  )
  if (!same) return { status: 0, msg: 'Aucun bachelier ne correspond à ces informations.' }
  const { matricule, nom, prenom } = same
  return { status: 1, msg: 'Bachelier retrouvé.', resultat: { matricule, nom, prenom } }
}

function file(memory: Memory, key: string): StatusReply {
  return memory.files.get(key) ?? { status: -1, msg: 'Aucun dossier ne correspond à ces informations.' }
}

/** `undefined`: no such call in the contract. */
export function answer(memory: Memory, call: string, body: Body, origin: string): unknown {
  const matricule = number(body, 'matricule')
  const update = /^etudiant\/files\/update\/(\w+)$/.exec(call)?.[1]
  if (update) return keep(memory, matricule, update, text(body, 'image'))
  const calls: Record<string, () => unknown> = {
    'etudiant/liste/serie': () => list(memory.lists.serie),
    'etudiant/liste/academie': () => list(memory.lists.academie),
    'etudiant/liste/annee': () => list(memory.lists.annee),
    'etudiant/pieces/identite/utilisee': () => list(memory.lists.pieces),
    'etudiant/statut/liste/annee': () => list(memory.lists.statutAnnee),
    'etudiant/btn/info': () => ({ btnInfo: '2025' }),
    'etudiant/new/bac': () => ({ newBac: '2026' }),
    'etudiant/enrolement/chrono': () => memory.chrono,
    'etudiant/search/matricule': () => lookup(memory, body),
    'etudiant/enrolement/add': () => {
      memory.enrolments.set(matricule, body)
      return { status: 1, msg: 'Un code vous a été envoyé.' }
    },
    'etudiant/otp/valide': () => found(number(body, 'otp') === code, 'Numéro confirmé.', 'Code incorrect.'),
    'etudiant/enrolement/globalevalid': () => found(matricule !== '', 'Dossier transmis.', 'Dossier introuvable.'),
    'etudiant/files/upload': () => keep(memory, matricule, text(body, 'type'), text(body, 'image')),
    'etudiant/verif/statut/matricule': () => file(memory, matricule),
    'etudiant/verif/statut/phone': () => file(memory, number(body, 'phone')),
    'etudiant/enrolement/statut': () => file(memory, matricule),
    'etudiant/enrolement/statut/phone': () => file(memory, number(body, 'phone')),
    'etudiant/voir/recepisse': () =>
      number(body, 'otp') === code
        ? { status: 1, msg: `${origin}/recepisses/v1/fichier.pdf` }
        : { status: 0, msg: 'Code incorrect.' },
  }
  return Object.hasOwn(calls, call) ? calls[call]?.() : undefined
}

/** What a test can make the other provider do to one call. Nothing set: it answers as it always does. */
export interface Script {
  /** Sent as JSON in place of the usual answer; the call is then not carried out. */
  reply?: unknown
  /** Sent as it is, as text/html unless `headers` say otherwise: a captive portal, a gateway's page, cut JSON. */
  text?: string
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Milliseconds before the answer. */
  delay?: number
  /** The answer waits for this: a test decides which of two calls is answered first. */
  hold?: Promise<unknown>
  /** Never answers. */
  hang?: boolean
  /**
   * Where the connection dies: `request` while the body arrives (nothing is carried out), `answer` after the call was
   * carried out and before a byte of its answer, `half` in the middle of the answer.
   */
  cut?: 'request' | 'answer' | 'half'
  /** How many calls this is for; then the usual answer is back. For ever when absent. */
  times?: number
}

export type Target = string | RegExp

/** The scripts of one provider, newest first. */
export class Scripts {
  #entries: Array<{ target: Target; script: Script; left: number }> = []

  add(target: Target, script: Script): void {
    this.#entries.unshift({ target, script, left: script.times ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.#entries = []
  }

  /** `path` is the whole path; `call` is the contract's, without its base. */
  take(path: string, call: string): Script {
    const matches = ({ target }: { target: Target }) =>
      typeof target === 'string' ? target === path || target === call : target.test(path)
    const entry = this.#entries.find(candidate => candidate.left > 0 && matches(candidate))
    if (!entry) return {}
    entry.left -= 1
    return entry.script
  }
}

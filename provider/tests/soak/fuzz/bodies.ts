import fc from 'fast-check'
import { sampleCode } from '../../../src/sample/files.ts'
import { bases } from '../../../src/web/bases.ts'
import { calls } from '../../../src/web/calls/all.ts'
import { inventStudents, phoneOf } from '../../setup/campus.ts'
import { completeBody, reducedBody, type SampleStudent } from '../../setup/visitor.ts'

/**
 * Bodies that are almost right: one step away from what the server takes, where its checks can be
 * missing.
 */

export const students = inventStudents(30)
/** The first ten have confirmed their phone before the run. */
export const confirmed = students.slice(0, 10)

type Fields = Record<string, unknown>
type Made<Kind> = Kind extends fc.Arbitrary<infer Value> ? Value : never
type Valid = (student: SampleStudent, index: number, image: string) => Fields

const place: Valid = ({ anneeBac, numPlace, serie, ae }) => ({ anneeBac, numPlace, serie, ae })
const matricule: Valid = student => ({ matricule: student.matricule })
const phone: Valid = (_, index) => ({ phone: phoneOf(index) })
const receipt: Valid = ({ numPlace, serie, ae, ...student }) => ({
  otp: '2580',
  matricule: student.matricule,
  num_place: numPlace,
  serie,
  ae,
})

const sampleReceipt = { otp: sampleCode, matricule: 'KOU2025T002', num_place: '2002', serie: 'TSEXP', ae: 'KOULIKORO' }

const validBodies: Record<string, Valid[]> = {
  'etudiant/search/matricule': [place],
  'etudiant/enrolement/add': [
    (student, index) => completeBody(student, phoneOf(index)),
    (student, index) => reducedBody(student, phoneOf(index)),
  ],
  'etudiant/otp/valide': [student => ({ matricule: student.matricule, otp: '2580' })],
  'etudiant/enrolement/globalevalid': [matricule],
  'etudiant/files/upload': [(student, _, image) => ({ matricule: student.matricule, type: 'attest', image })],
  'etudiant/verif/statut/matricule': [matricule],
  'etudiant/verif/statut/phone': [phone],
  'etudiant/enrolement/statut': [matricule],
  'etudiant/enrolement/statut/phone': [phone],
  'etudiant/voir/recepisse': [receipt, () => sampleReceipt],
}
const upload: Valid = (student, _, image) => ({ matricule: student.matricule, image })
const validFor = (path: string): Valid[] => {
  if (path.startsWith('etudiant/files/update/')) return [upload]
  return validBodies[path] ?? [() => ({})]
}

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, 0, -0, -1, 1e308, 2 ** 53 + 2, '', ' ', '\0', '\ud800', '\udc00x', '\u202e', 'x'.repeat(5000)],
    ...[[], {}, [[]], ['2026'], { $gt: '' }, "' OR 1=1 --", '../../../x', '２０２６', '1\n', 'NaN', 'constructor'],
    ...['BKO2026T001\n', ' BKO2026T001', 'bko2026t001', '0000-00-00', '9999-99-99', '%s%n', '<script>', 'É'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('\ud800', '\udfff', '\0', 'a', '0', 'É', '🙂'), maxLength: 12 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.stringMatching(/^\d{1,13}$/),
  fc.stringMatching(/^[A-Z0-9]{10,13}$/),
)
const names = ['matricule', 'phone', 'otp', 'type', 'image', 'anneeBac', 'serie', 'ae', 'nom', 'nina', 'toString']
const name = fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 8 }))

/**
 * One change of the object: a field replaced, dropped, doubled under another name, added, or none.
 */
const change = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'rename', 'add', 'none'),
  which: fc.nat(20),
  name,
  value: hostile,
})

function changed(fields: Fields, { kind, which, name, value }: Made<typeof change>): Fields {
  const entries = Object.entries(fields)
  const target = entries[which % Math.max(1, entries.length)]?.[0]
  if (kind === 'none') return fields
  if (kind === 'add' || target === undefined) return { ...fields, [name]: value }
  if (kind === 'replace') return { ...fields, [target]: value }
  const { [target]: taken, ...rest } = fields
  return kind === 'drop' ? rest : { ...rest, [name]: taken }
}

/**
 * One change of the text: cut, doubled keys, deep nesting, numbers beyond all bounds, foreign
 * bytes.
 */
const spoil = fc.record({
  kind: fc.constantFrom('cut', 'double', 'proto', 'nest', 'huge', 'insert', 'bom', 'bytes', 'pad', 'tail'),
  at: fc.nat(4000),
  bytes: fc.uint8Array({ maxLength: 30 }),
  value: hostile,
})

function spoiled(text: string, { kind, at, bytes, value }: Made<typeof spoil>): Buffer {
  const rest = text.startsWith('{') && text.length > 2 ? text.slice(1) : '"a":1}'
  const place = at % (text.length + 1)
  const raw = Buffer.from(bytes)
  const json = JSON.stringify(value) ?? 'null'
  const edits: Record<string, () => Buffer> = {
    cut: () => Buffer.from(text.slice(0, place)),
    double: () => Buffer.from(`{"matricule":${json},"phone":${json},"image":${json},${rest}`),
    proto: () => Buffer.from(`{"__proto__":{"matricule":${json}},"constructor":{"prototype":${json}},${rest}`),
    nest: () => Buffer.from('['.repeat(at) + text + ']'.repeat(at)),
    huge: () => Buffer.from(text.replace(/"\d[^"]*"/, `${'9'.repeat((at % 400) + 1)}e${at}`)),
    insert: () => Buffer.concat([Buffer.from(text.slice(0, place)), raw, Buffer.from(text.slice(place))]),
    bom: () => Buffer.from(`\uFEFF${text}`),
    bytes: () => raw,
    pad: () => Buffer.from(' '.repeat(at * 5) + text),
    tail: () => Buffer.concat([Buffer.from(text), raw]),
  }
  return edits[kind]?.() ?? raw
}

const paths = bases.flatMap(base => calls.map(call => ({ base: base.path, call: call.path })))

const fields = (images: readonly string[]) =>
  fc
    .record({
      where: fc.constantFrom(...paths),
      student: fc.nat(students.length - 1),
      reading: fc.nat(1),
      image: fc.constantFrom(...images),
      changes: fc.array(change, { maxLength: 2 }),
    })
    .map(({ where, student, reading: variant, image, changes }) => {
      const choices = validFor(where.call)
      const chosen = students[student] ?? students[0]
      const valid = choices[variant % choices.length]
      const body = chosen && valid ? valid(chosen, student, image) : {}
      return { path: where.base + where.call, content: changes.reduce<Fields>(changed, body) as unknown }
    })

const anything = fc
  .record({ where: fc.constantFrom(...paths), content: fc.oneof(fc.jsonValue(), hostile) })
  .map(({ where, content }) => ({ path: where.base + where.call, content }))

export interface Shot {
  path: string
  body: Buffer
  media: string
  coding: 'plain' | 'gzip' | 'called gzip' | 'br' | 'chunked'
  address: string
}

const often = ['plain', 'plain', 'plain', 'gzip', 'chunked'] as const
const codings = [...often, ...often, ...often, 'called gzip', 'br'] as const

/** `images` are base64: photographs and what is almost one. */
export const shots = (images: readonly string[]): fc.Arbitrary<Shot> =>
  fc
    .record({
      target: fc.oneof({ arbitrary: fields(images), weight: 8 }, { arbitrary: anything, weight: 2 }),
      spoil: fc.option(spoil, { freq: 3 }),
      media: fc.oneof(
        { arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8'), weight: 12 },
        {
          arbitrary: fc.constantFrom(
            'text/plain',
            '',
            'multipart/form-data',
            'APPLICATION/JSON',
            'application/json+x',
            ';',
          ),
          weight: 1,
        },
      ),
      coding: fc.constantFrom(...codings),
      network: fc.nat(199),
    })
    .map(({ target, spoil, media, coding, network }) => {
      const text = JSON.stringify(target.content) ?? 'null'
      const body = spoil ? spoiled(text, spoil) : Buffer.from(text)
      return { path: target.path, body, media, coding, address: `198.51.100.${network}` }
    })

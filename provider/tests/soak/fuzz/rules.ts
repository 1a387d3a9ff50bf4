import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { bareJpeg } from '../../../src/images/jpeg.ts'
import { barePng } from '../../../src/images/png.ts'
import type { SampleStudent } from '../../setup/visitor.ts'
import type { Shot } from './bodies.ts'

/** Section 5 once more, written without looking at the server's own checks. */

type Body = Record<string, unknown>

const is = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

/** The digits of other scripts that the bodies have are the wide ones. */
const narrow = (value: unknown) => (typeof value === 'string' ? value.normalize('NFKC') : value)
const numbers = ['anneeBac', 'matricule', 'phone', 'numPlace', 'numAttest', 'nina', 'dateNaiss']
/** What the server has to keep of it. */
export const kept = (body: Body): Body => ({
  ...body,
  ...Object.fromEntries(numbers.flatMap(name => (name in body ? [[name, narrow(body[name])]] : []))),
  ...('numPlace' in body && { numPlace: String(narrow(body.numPlace)).replace(/^0+(?=.)/, '') }),
})

const matricule = is(/^[0-9A-Z]{11,12}$/)
const phone = is(/^[0-9]{8}$/)
const digits = is(/^[0-9]+$/)
const name = is(/^[\p{L}\p{M} '’-]{2,}$/u)
const tuteur = is(/^(NINA|BIOMETRIQUE|PASSEPORT|FICHE|PARENT)$/)

function isPast(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)) return false
  const time = Date.parse(value)
  return new Date(time).toISOString().slice(0, 10) === value && time < Date.now()
}

export function mayEnrol(given: Body, students: readonly SampleStudent[]): boolean {
  const body = kept(given)
  const student = students.find(one => one.matricule === body.matricule)
  const common =
    student !== undefined &&
    matricule(body.matricule) &&
    phone(body.phone) &&
    digits(body.numAttest) &&
    tuteur(body.tuteur) &&
    name(body.nom) &&
    name(body.prenom) &&
    body.numPlace === student.numPlace
  if (!common) return false
  if (body.serie === undefined) return isPast(body.dateNaiss)
  const nina = body.nina === undefined || body.nina === '' || is(/^[0-9A-Z]{11,15}$/)(body.nina)
  return nina && body.serie === student.serie && body.ae === student.ae && body.anneeBac === student.anneeBac
}

/** The object that a body says, as any reader of JSON understands it. */
export function bodyOf({ body, coding }: Shot): Body {
  return JSON.parse(new TextDecoder().decode(coding === 'called gzip' ? gunzipSync(body) : body))
}

/** Of what is kept of a picture that was sent. */
export function digestOf(image: unknown): string {
  const bytes = Buffer.from(String(image), 'base64')
  const bare = (bytes[0] === 0x89 ? barePng : bareJpeg)(bytes)
  return createHash('sha256')
    .update(bare?.bytes ?? bytes)
    .digest('hex')
}

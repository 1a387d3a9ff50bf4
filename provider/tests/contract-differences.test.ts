import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkContract } from '../../contract/check/check.ts'
import type { Level } from '../../contract/check/report.ts'
import { readStudent } from '../../contract/check/student.ts'
import { readSettings } from '../../src/core/api/settings.ts'
import { type Folders, inventStudents, makeFolders, phoneOf } from './setup/campus.ts'
import { type Child, endCleanly, runToEnd, serveChild } from './setup/child.ts'
import {
  type Answer,
  type Asked,
  changed,
  type Foreign,
  headed,
  instead,
  isCall,
  type Meddle,
  page,
  reply,
  says,
  startForeign,
  unchanged,
} from './setup/foreign.ts'
import { readCode } from './setup/visitor.ts'

/** Each difference is planted alone, in front of the real stand-in, and has to be named by what it means to a student. */

interface Planted {
  what: string
  /** Made anew for each run: some count. */
  meddle: () => Meddle
  level: Level
  /** The line of the contract, and what is said of it: the beginning or the middle of both. */
  line: string
  found?: string
}

/** What else breaks by them, and rightly so. */
const notAlone = ['429 without Retry-After', '503 whose Retry-After cannot be read', 'an error without words']

const planted = (what: string, meddle: () => Meddle, level: Level, line: string, found?: string): Planted => ({
  ...{ what, meddle, level, line },
  ...(found === undefined ? {} : { found }),
})
const refused = { status: 0, msg: 'Non.' }
const taken = { status: 1, msg: 'Oui.' }
const promise = 'its answer is what the contract says'
const repeat = 'is answered with status 1 again'
const resultat = (json: Record<string, unknown>) => json.resultat as Record<string, unknown>
const items = (json: Record<string, unknown>) => (json.Resultat as { code: string; libelle: string }[][])[0] ?? []
const bytesOf = ({ json }: Asked) => Buffer.from(String(json?.image), 'base64')
const isPhoto = (bytes: Buffer) => bytes[0] === 0xff || bytes[0] === 0x89
const isWhole = (bytes: Buffer) => bytes.subarray(-2).equals(Buffer.from([0xff, 0xd9]))

/** What can be seen without a student. */
const ofQuestions: readonly Planted[] = [
  planted('a list without Resultat', () => instead('liste/serie', () => reply(taken)), 'breaks', promise, 'Resultat'),
  planted('an empty list', () => instead('liste/academie', () => reply({ Resultat: [[]] })), 'breaks', promise),
  planted('a page in place of a list', () => instead('liste/academie', () => page(200)), 'breaks', promise, 'HTML'),
  planted(
    'a list that is cut',
    () => instead('liste/annee', () => says(200, '{"Resultat":[[', 'application/json')),
    'breaks',
    promise,
    'no JSON',
  ),
  planted(
    'a choice without its label',
    () => changed('liste/serie', json => ({ Resultat: [items(json).map(({ code }) => ({ code }))] })),
    'borne',
    promise,
  ),
  planted(
    'a code that stands twice',
    () => changed('liste/serie', json => ({ Resultat: [[...items(json), items(json)[0]]] })),
    'borne',
    'its code stands once',
    '1 of 8',
  ),
  planted(
    'a group of years that no base answers',
    () => changed('statut/liste/annee', json => ({ Resultat: [[...items(json), { code: '2022', libelle: '2022' }]] })),
    'borne',
    'the codes 2021, 1920 and anciens',
    'leaves out 2022',
  ),
  planted(
    'a group of years that is missing',
    () => changed('statut/liste/annee', json => ({ Resultat: [items(json).slice(0, 2)] })),
    'borne',
    'the codes 2021, 1920 and anciens',
    'anciens missing',
  ),
  planted(
    'a date that cannot be read',
    () => changed('enrolement/chrono', json => ({ ...json, resultat: { message: 'x', dateHeure: '31/12/2026' } })),
    'breaks',
    promise,
  ),
  planted(
    'a day that does not exist',
    () =>
      changed('enrolement/chrono', json => ({ ...json, resultat: { message: 'x', dateHeure: '2026-02-30 00:00:00' } })),
    'breaks',
    promise,
  ),
  planted(
    'a date without its time',
    () => changed('enrolement/chrono', json => ({ ...json, resultat: { message: 'x', dateHeure: '2099-12-31' } })),
    'borne',
    promise,
  ),
  planted(
    'a date that is past',
    () =>
      changed('enrolement/chrono', json => ({ ...json, resultat: { message: 'x', dateHeure: '2020-12-31 00:00:00' } })),
    'advice',
    'the date of an open window is to come',
  ),
  planted(
    'a statut in digits',
    () => changed('enrolement/chrono', json => ({ ...json, statut: '1' })),
    'borne',
    promise,
  ),
  planted(
    'a fault of the server',
    () => instead('btn/info', () => page(500)),
    'breaks',
    'by a fault of the server',
    'HTTP 500',
  ),
  planted(
    '429 without Retry-After',
    () => instead('btn/info', () => reply(refused, 429)),
    'borne',
    'when to ask again (Retry-After)',
    'btn/info: HTTP 429 with none',
  ),
  planted('429 to who asks once', () => instead('btn/info', () => reply(refused, 429)), 'breaks', 'answered by 429'),
  planted(
    '503 whose Retry-After cannot be read',
    () => instead('new/bac', () => reply(refused, 503, { 'retry-after': 'bientot' })),
    'borne',
    'when to ask again (Retry-After)',
    'bientot',
  ),
  planted(
    'a call that is not known',
    () => instead('new/bac', () => page(404)),
    'breaks',
    'the provider knows the call',
  ),
  planted('an error without words', () => instead('new/bac', () => page(404)), 'borne', 'an outcome as its body'),
  planted(
    'a file for nobody',
    () => instead('verif/statut/matricule', () => reply({ ...refused, matricule: 'ZZZ0000Z000' })),
    'borne',
    'of nobody it says status -1',
  ),
  planted(
    'a page of the older years',
    () => (asked, pass) => (asked.path.startsWith('/anciens/') ? page(200) : pass()),
    'breaks',
    promise,
    'HTML',
  ),
  planted(
    'JSON by another name',
    () => headed(headers => ({ ...headers, 'content-type': 'text/html' })),
    'borne',
    'Content-Type',
  ),
  planted(
    'letters that are no UTF-8',
    () => instead('liste/serie', () => ({ ...reply({}), text: Buffer.from('{"Resultat":[["Série"]]}', 'latin1') })),
    'breaks',
    'is UTF-8',
    'liste/serie',
  ),
  planted('no Date', () => headed(({ date: _, ...headers }) => headers), 'borne', 'carries a Date'),
  planted(
    'a clock of yesterday',
    () => headed(headers => ({ ...headers, date: new Date(Date.now() - 86_400_000).toUTCString() })),
    'borne',
    'carries a Date',
    "which differs from this machine's clock",
  ),
  planted(
    'answers that a cache may keep',
    () => headed(headers => ({ ...headers, 'cache-control': 'public, max-age=60' })),
    'breaks',
    'may be kept by nobody',
  ),
  planted('no word on caches', () => headed(({ 'cache-control': _, ...headers }) => headers), 'advice', 'no-store'),
  planted(
    'a redirect',
    () => (asked, pass) =>
      isCall(asked, 'liste/serie') && !asked.path.includes('?')
        ? says(307, '', 'text/plain', { location: `${asked.path}?etudiant/liste/serie` })
        : pass(),
    'borne',
    'comes from where it was asked for',
  ),
  planted('no gzip', () => headed(({ 'accept-encoding': _, ...headers }) => headers), 'advice', 'gzip is announced'),
  planted(
    'gzip that is announced and not taken',
    () => (asked, pass) => (asked.headers['content-encoding'] ? reply(refused, 400) : pass()),
    'borne',
    'what is announced is taken',
  ),
  planted(
    'gzip that is announced and answered by a fault',
    () => (asked, pass) => (asked.headers['content-encoding'] ? reply(refused, 500) : pass()),
    'breaks',
    'what is announced is taken',
  ),
  planted(
    'gzip that is answered by 415',
    () => (asked, pass) => (asked.headers['content-encoding'] ? reply(refused, 415) : pass()),
    'borne',
    'what is announced is taken',
    'plain',
  ),
  planted(
    'a first call that needs a cookie',
    () => (asked, pass) => (asked.headers.cookie ? pass() : reply(refused, 403)),
    'breaks',
    'a first call, without any cookie',
  ),
  planted(
    'a token that no page can read',
    () =>
      headed(headers => ({
        ...headers,
        ...(headers['set-cookie'] ? { 'set-cookie': ['XSRF-TOKEN=a; HttpOnly'] } : {}),
      })),
    'breaks',
    'a page can read its cookie',
  ),
  planted(
    'a token that comes with a call',
    () =>
      headed((headers, { method }) => ({
        ...headers,
        ...(method === 'POST' ? { 'set-cookie': ['XSRF-TOKEN=a'] } : {}),
      })),
    'borne',
    'with pages and never with a call',
  ),
  planted(
    'a token that nobody looks at',
    () => (asked, pass) =>
      pass({ ...asked.headers, 'x-xsrf-token': /XSRF-TOKEN=([^;]*)/.exec(asked.headers.cookie ?? '')?.[1] ?? '' }),
    'advice',
    'without its equal header is refused',
  ),
  planted(
    'a token that is compared with the first cookie alone',
    () => (asked, pass) => {
      const [, first] = /XSRF-TOKEN=([^;]*)/.exec(asked.headers.cookie ?? '') ?? []
      return first && first !== asked.headers['x-xsrf-token'] ? reply(refused, 403) : pass()
    },
    'advice',
    'another application has a cookie XSRF-TOKEN',
  ),
  planted(
    'an answer to GET',
    () => (asked, pass) => (asked.method === 'GET' ? reply({}) : pass()),
    'advice',
    'by GET is refused',
  ),
  planted(
    'forms of other pages taken',
    () => (asked, pass) => pass({ ...asked.headers, 'content-type': 'application/json' }),
    'advice',
    'that is not named JSON is refused',
  ),
  planted(
    'a fault where the body is no JSON',
    () => (asked, pass) => (asked.method === 'POST' && !asked.json ? page(500) : pass()),
    'advice',
    'whose body is no JSON is refused',
  ),
  planted(
    'yes to any call',
    () => instead('appel/inconnu', () => reply(taken)),
    'breaks',
    'that does not exist',
    'believed',
  ),
  planted('a page for any call', () => instead('appel/inconnu', () => page(200)), 'advice', 'that does not exist'),
]

/** What only an enrolment shows. */
const ofEnrolments: readonly Planted[] = [
  planted(
    "a list without the student's choice",
    () => changed('liste/serie', json => ({ Resultat: [items(json).filter(({ code }) => code !== 'TSE')] })),
    'breaks',
    "it offers the test student's choice",
  ),
  planted(
    'a search that finds nobody',
    () => instead('search/matricule', () => reply(refused)),
    'breaks',
    'it finds the test student',
  ),
  planted(
    'a search that finds somebody else',
    () =>
      changed('search/matricule', json =>
        json.resultat ? { ...json, resultat: { ...resultat(json), matricule: 'AUTRE260000' } } : json,
      ),
    'breaks',
    'it names the student of the file',
    'another matricule',
  ),
  planted(
    'a matricule that the form refuses',
    () =>
      changed('search/matricule', json =>
        json.resultat ? { ...json, resultat: { ...resultat(json), matricule: 'essai26' } } : json,
      ),
    'breaks',
    'the student can go on',
    'the matricule',
  ),
  planted(
    'a student without a name',
    () =>
      changed('search/matricule', json =>
        json.resultat ? { ...json, resultat: { ...resultat(json), nom: ' ', prenom: '' } } : json,
      ),
    'breaks',
    'the student can go on',
    'two empty names',
  ),
  planted(
    'somebody at every place',
    () =>
      changed('search/matricule', json => ({
        ...taken,
        resultat: { matricule: 'AUTRE260000', nom: 'X', prenom: 'Y' },
        ...json,
        status: 1,
      })),
    'breaks',
    'nobody at a place',
  ),
  planted(
    'a search that compares zeros',
    () => instead('search/matricule', ({ json }) => (/^0/.test(String(json?.numPlace)) ? reply(refused) : undefined)),
    'breaks',
    'by its value, with or without leading zeros',
    'another paper',
  ),
  planted(
    'a search that knows one script',
    () =>
      instead('search/matricule', ({ json }) => (/[^\d]/.test(String(json?.numPlace)) ? reply(refused) : undefined)),
    'advice',
    'digits of other scripts',
  ),
  planted(
    'a save that compares zeros',
    () => instead('enrolement/add', ({ json }) => (/^0/.test(String(json?.numPlace)) ? reply(refused) : undefined)),
    'breaks',
    'other leading zeros',
  ),
  planted(
    'a receipt that compares zeros',
    () => instead('voir/recepisse', ({ json }) => (/^0/.test(String(json?.num_place)) ? reply(refused) : undefined)),
    'breaks',
    'the number of the place by its value',
  ),
  planted(
    'a save that is refused',
    () => instead('enrolement/add', () => reply(refused)),
    'breaks',
    'it saves the answers',
    'status',
  ),
  planted(
    'a save with another answer',
    () => changed('enrolement/add', json => ({ ...json, status: '1' })),
    'borne',
    promise,
    'status',
  ),
  planted(
    'a save without words',
    () => changed('enrolement/add', ({ msg: _, ...json }) => json),
    'borne',
    promise,
    'msg',
  ),
  planted(
    'a number that cannot be corrected',
    () => instead('enrolement/add', () => reply(refused), 2),
    'breaks',
    'another phone corrects',
  ),
  planted(
    'a repeated save that is refused',
    () => instead('enrolement/add', () => reply(refused), 3),
    'breaks',
    repeat,
  ),
  planted(
    'any code taken',
    () => instead('otp/valide', () => reply(taken)),
    'breaks',
    'a wrong code is refused',
    'anybody',
  ),
  planted(
    'a right code refused',
    // What the provider says of a student is not shown.
    () => instead('otp/valide', ({ json }) => reply({ status: 0, msg: `Pas ${json?.matricule}, ${json?.otp}` }), 2),
    'breaks',
    'the right code is accepted',
    'Pas (hidden), (hidden)',
  ),
  planted(
    'a second code that kills the first',
    () => async (asked, pass) => {
      const newest = isCall(asked, 'otp/valide') ? await newestCode(asked) : undefined
      return newest !== undefined && asked.json?.otp !== newest ? reply(refused) : pass()
    },
    'breaks',
    'when another was sent to the same number after it',
  ),
  planted(
    'a code that lives on beside the one that has served',
    () => instead('otp/valide', () => reply(taken), 4),
    'borne',
    'the others of its number have ended',
  ),
  planted(
    'a message that does not say when its code was asked for',
    () => async (asked, pass) => {
      const answer = await pass()
      if (!asked.path.startsWith('/_sms.json')) return answer
      const { 'content-length': _, ...headers } = answer.headers
      return { ...answer, headers, text: Buffer.from(answer.text.toString().replaceAll(/Demandé à .{7}, /g, '')) }
    },
    'advice',
    'at what time its code was asked for',
  ),
  planted('a repeated code refused', () => instead('otp/valide', () => reply(refused), 3), 'breaks', repeat),
  planted(
    'a code answered late, by a fault',
    () => instead('otp/valide', () => reply(refused, 500)),
    'breaks',
    'a wrong code is refused',
    'for ever',
  ),
  planted(
    'a photo that comes twice refused',
    () => {
      const seen = new Set<string>()
      return instead('files/upload', ({ json }) => {
        const again = seen.has(String(json?.image))
        seen.add(String(json?.image))
        return again ? reply(refused) : undefined
      })
    },
    'breaks',
    repeat,
  ),
  planted(
    'no PNG taken',
    () => instead('files/upload', asked => (bytesOf(asked)[0] === 0x89 ? reply(refused, 422) : undefined)),
    'breaks',
    'a PNG of type carteid is taken',
  ),
  planted(
    'a letter taken for a picture',
    () => instead('files/upload', asked => (isPhoto(bytesOf(asked)) ? undefined : reply(taken))),
    'borne',
    'what is no picture is refused',
  ),
  planted(
    'a fault where a letter comes for a picture',
    () => instead('files/upload', asked => (isPhoto(bytesOf(asked)) ? undefined : page(500))),
    'breaks',
    'what is no picture is refused',
    'for ever',
  ),
  planted(
    'a refusal without words, which is none',
    () => instead('files/upload', asked => (isPhoto(bytesOf(asked)) ? undefined : page(400))),
    'breaks',
    'what is no picture is refused',
    'for ever',
  ),
  planted(
    'half a photo taken',
    () =>
      instead('files/upload', asked =>
        bytesOf(asked)[0] === 0xff && !isWhole(bytesOf(asked)) ? reply(taken) : undefined,
      ),
    'borne',
    'half a JPEG is refused',
  ),
  planted(
    'a correction that is not known',
    () => instead('files/update/simcard', () => page(404)),
    'breaks',
    'a photo that comes anew is taken',
  ),
  planted(
    'a repeated correction refused',
    () => instead('files/update/attest', () => reply(refused), 2),
    'breaks',
    repeat,
  ),
  planted(
    'a repeated last call refused',
    () => instead('enrolement/globalevalid', () => reply(refused), 2),
    'breaks',
    repeat,
  ),
  planted(
    'flags that are nested',
    () =>
      changed('verif/statut/phone', ({ status, msg, ...file }) =>
        file.matricule ? { status, msg, resultat: file } : { status, msg },
      ),
    'borne',
    promise,
  ),
  planted(
    'flags that are missing',
    () => changed('verif/statut/matricule', ({ pieceIdV: _, ...json }) => json),
    'borne',
    'a flag for each document',
    'pieceIdV',
  ),
  planted(
    'a file that is not found',
    () => instead('enrolement/statut/phone', () => reply({ ...refused, status: -1 })),
    'breaks',
    'it tells of the file',
  ),
  planted(
    'a receipt for any code',
    () => changed('voir/recepisse', json => ({ ...taken, ...json, status: 1 })),
    'breaks',
    'none for a wrong code',
  ),
  planted(
    'no receipt',
    () => instead('voir/recepisse', () => reply(refused)),
    'breaks',
    'a link to who knows the code',
  ),
  planted(
    'a link to anywhere',
    () =>
      changed('voir/recepisse', json =>
        json.status === 1 ? { ...json, msg: 'https://ailleurs.example/r.pdf' } : json,
      ),
    'breaks',
    'leads to a host that was named',
    'https://ailleurs.example',
  ),
  planted(
    'a receipt that is a page',
    () => (asked, pass) => (asked.path.startsWith('/recepisses/f/') ? page(200) : pass()),
    'breaks',
    'opens a whole PDF',
    'text/html',
  ),
  planted(
    'a receipt that is cut',
    () => async (asked, pass) => {
      const answer = await pass()
      const { 'content-length': _, ...headers } = answer.headers
      return asked.path.startsWith('/recepisses/f/')
        ? { ...answer, headers, text: answer.text.subarray(0, 900) }
        : answer
    },
    'breaks',
    'opens a whole PDF',
    '900 bytes',
  ),
]

/** Only what belongs to a photograph in parts: its requests, by method and by how many of these came before. */
function part(
  method: string,
  answer: (pass: () => Promise<Answer>) => Answer | Promise<Answer>,
  from = 1,
): () => Meddle {
  return () => {
    let times = 0
    return (asked, pass) => {
      const isCreation = asked.method === 'POST' && asked.headers['upload-complete'] === '?0'
      const isUpload = asked.method === method && asked.path.includes('/uploads/')
      if (method === 'POST' ? !isCreation : !isUpload) return pass()
      times += 1
      return times >= from ? answer(() => pass()) : pass()
    }
  }
}
const without = (name: string) => async (pass: () => Promise<Answer>) => {
  const answer = await pass()
  const { [name]: _, ...headers } = answer.headers
  return { ...answer, headers }
}
const at = (offset: (told: number) => number) => async (pass: () => Promise<Answer>) => {
  const answer = await pass()
  const told = Number(answer.headers['upload-offset'])
  return { ...answer, headers: { ...answer.headers, 'upload-offset': String(offset(told)) } }
}
const empty = (headers: Answer['headers']) => says(204, '', 'text/plain', headers)

/** Of a photograph in parts. The check appends, is cut, errs, ends, and asks again: five times PATCH. */
const ofParts: readonly Planted[] = [
  planted('no parts', () => headed(({ 'upload-limit': _, ...headers }) => headers), 'advice', 'parts are announced'),
  planted(
    'parts that are announced and refused',
    part('POST', () => reply(refused, 404)),
    'borne',
    'is created',
    'whole',
  ),
  planted('an upload without an address', part('POST', without('location')), 'borne', 'is created', 'Location missing'),
  planted('an offset that is not told', part('HEAD', without('upload-offset')), 'breaks', 'its state is told'),
  planted('a length that is not told', part('HEAD', without('upload-length')), 'breaks', 'its state is told'),
  planted(
    'a part that is refused',
    part('PATCH', () => page(405)),
    'breaks',
    'a part is appended',
  ),
  planted(
    'an offset beyond what has come',
    part(
      'HEAD',
      at(told => told + 1000),
      2,
    ),
    'breaks',
    'that is cut',
    'a hole',
  ),
  planted(
    'a part that is handed on once it is whole',
    () => {
      let times = 0
      return (asked, pass) => {
        if (asked.method === 'PATCH') times += 1
        return asked.method === 'PATCH' && times === 2 ? page(502) : pass()
      }
    },
    'borne',
    'that is cut',
    '0 of ',
  ),
  planted(
    'a wrong offset that is taken',
    part('PATCH', () => empty({ 'upload-complete': '?0' }), 3),
    'breaks',
    'wrong offset',
  ),
  planted('a wrong offset without the right one', part('PATCH', without('upload-offset'), 3), 'borne', 'wrong offset'),
  planted(
    'a last answer that is lost',
    part('PATCH', () => page(500), 4),
    'breaks',
    'is answered as a photo',
  ),
  planted(
    'another answer than to the whole',
    part('PATCH', () => reply(refused), 4),
    'breaks',
    'is answered as a photo',
  ),
  planted(
    'an answer that is given once',
    part('PATCH', () => reply(refused, 404), 5),
    'borne',
    'is given again',
  ),
  planted(
    'an upload that cannot be given up',
    part('DELETE', () => empty({})),
    'advice',
    'is given up is gone',
  ),
  planted(
    'any address an upload',
    () => async (asked, pass) => {
      const answer = await pass()
      return asked.method === 'HEAD' && answer.code === 404
        ? empty({ 'upload-offset': '0', 'upload-complete': '?0' })
        : answer
    },
    'breaks',
    'nobody has created',
  ),
]

/** Of the largest photos, which weigh 14 MB on the line. */
const ofLargest: readonly Planted[] = [
  planted(
    'a proxy that takes a megabyte',
    () => (asked, pass) => (Number(asked.headers['content-length']) > 1_000_000 ? page(413) : pass()),
    'breaks',
    'a photo of exactly 5120 KB is taken',
    'HTTP 413',
  ),
  planted(
    'no limit at all',
    () => instead('files/upload', asked => (bytesOf(asked).length > 5120 * 1024 ? reply(taken) : undefined)),
    'borne',
    'a photo of one byte more is refused',
  ),
]

/** Of a portal on another host; the last argument is what the provider says to it. */
const portal = 'https://portail.example'
const leave = {
  'access-control-allow-origin': portal,
  'access-control-allow-headers': 'content-type, content-encoding, upload-complete, upload-length, upload-offset',
  'access-control-allow-methods': 'POST, PATCH, HEAD, DELETE',
  'access-control-max-age': '600',
  'access-control-expose-headers':
    'Date, Retry-After, Accept-Encoding, Location, Upload-Limit, Upload-Offset, Upload-Complete',
}
const withLeave =
  (given: Partial<typeof leave>): (() => Meddle) =>
  () =>
  async (asked, pass) => {
    const answer: Answer = asked.method === 'OPTIONS' ? says(204, '', 'text/plain') : await pass()
    return { ...answer, headers: { ...answer.headers, ...given } }
  }
const { 'access-control-expose-headers': _exposed, ...unexposed } = leave
const { 'access-control-max-age': _remembered, ...forgotten } = leave
const ofOrigins: readonly Planted[] = [
  planted('no leave', () => unchanged, 'breaks', 'may be read by the portal'),
  planted('no answer to the question before', () => unchanged, 'breaks', '(preflight) allows it'),
  planted(
    'leave without gzip',
    withLeave({ ...leave, 'access-control-allow-headers': 'content-type' }),
    'breaks',
    'Content-Encoding',
  ),
  planted(
    'headers that are hidden',
    withLeave(unexposed),
    'borne',
    'it exposes Date',
    'Date, Accept-Encoding, Upload-Limit hidden',
  ),
  planted(
    'leave without parts',
    withLeave({ ...leave, 'access-control-allow-methods': 'POST' }),
    'breaks',
    'where parts are announced',
    'PATCH, DELETE missing',
  ),
  planted('a question before every call', withLeave(forgotten), 'advice', 'Access-Control-Max-Age'),
]

const everyone = inventStudents(ofEnrolments.length + ofLargest.length + ofParts.length + 1)
let folders: Folders
let server: Child
let foreign: Foreign
beforeAll(async () => {
  folders = await makeFolders()
  const csv = join(folders.folder, 'students.csv')
  const rows = everyone.map(one => Object.values(one).join(','))
  await writeFile(csv, ['matricule,nom,prenom,anneeBac,numPlace,serie,ae', ...rows].join('\n'))
  server = await serveChild({ ...folders.env, TRUST_PROXY: '1', SAMPLE_DATA: 'yes', SHOW_CODES: 'yes' })
  expect((await runToEnd('cli.ts', ['import', csv], folders.env)).code).toBe(0)
  foreign = await startForeign(server.address)
})
afterAll(async () => {
  await foreign.stop()
  await endCleanly(server)
  await folders.remove()
})

/** Of the student who gives one. */
function newestCode({ json }: Asked): Promise<string> {
  return readCode(server, phoneOf(everyone.findIndex(one => one.matricule === json?.matricule)))
}

let visits = 0
interface How {
  student?: number
  small?: boolean
  origin?: string
}

async function differences(meddle: Meddle, { student: at, small = true, origin }: How = {}) {
  visits += 1
  foreign.meet(meddle, `198.51.100.${visits}`)
  const one = at === undefined ? undefined : everyone[at]
  const student =
    one &&
    readStudent(
      JSON.stringify({
        ...one,
        ...{ phone: phoneOf(at ?? 0), otherPhone: phoneOf(500 + (at ?? 0)), tuteur: 'NINA', numAttest: '987654' },
        code: { url: `${foreign.url}${new URL(server.codes).pathname}${new URL(server.codes).search}` },
      }),
    )
  const settings = readSettings({})
  const report = await checkContract({ url: foreign.url, origin, settings, student, small, progress: () => undefined })
  if (one) expect(report.lines().join('\n')).not.toMatch(new RegExp(`${one.matricule}|${phoneOf(at ?? 0)}|987654`))
  return report.differences
}

async function isNamed({ what, meddle, level, line, found = '' }: Planted, how: How): Promise<void> {
  const all = await differences(meddle(), how)
  const named = all.filter(one => one.level === level && one.says.includes(line) && one.found.includes(found))
  expect(named, JSON.stringify(all, null, 1)).not.toEqual([])
  const alarms = all.filter(one => one.level === 'breaks')
  if (level !== 'breaks' && !notAlone.includes(what)) expect(alarms).toEqual([])
}

test('nothing differs where nothing is planted', async () => {
  expect(await differences(unchanged)).toEqual([])
  expect(await differences(withLeave(leave)(), { origin: portal })).toEqual([])
  expect(await differences(unchanged, { student: everyone.length - 1, small: false })).toEqual([])
})

describe('of questions,', () => {
  test.each(ofQuestions)('$what: $level', one => isNamed(one, {}))
})
describe('of an enrolment,', () => {
  test.each(ofEnrolments.map((one, student) => ({ ...one, student })))('$what: $level', one =>
    isNamed(one, { student: one.student }),
  )
})
describe('of photographs in parts,', () => {
  test.each(ofParts.map((one, at) => ({ ...one, student: ofEnrolments.length + ofLargest.length + at })))(
    '$what: $level',
    one => isNamed(one, { student: one.student }),
  )
})
describe('of the largest photos,', () => {
  test.each(ofLargest.map((one, at) => ({ ...one, student: ofEnrolments.length + at })))('$what: $level', one =>
    isNamed(one, { student: one.student, small: false }),
  )
})
describe('of a portal on another host,', () => {
  test.each(ofOrigins)('$what: $level', one => isNamed(one, { origin: portal }))
})

import { expect, test } from 'vitest'
import { checkContract } from '../../contract/check/check.ts'
import type { Level } from '../../contract/check/report.ts'
import { readStudent } from '../../contract/check/student.ts'
import { readSettings } from '../../src/core/api/settings.ts'
import { afterwards, importStudents, inventStudents, oneChild, phoneOf } from './setup/campus.ts'
import {
  type Answer,
  type Asked,
  changed,
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
  found?: string | undefined
}
type Row = readonly [what: string, meddle: (() => Meddle) | Meddle, line: string, found?: string]
/** One level after the other. A meddler that counts is given as a function without parameters. */
const planted = (rows: Readonly<Partial<Record<Level, readonly Row[]>>>): Planted[] =>
  (Object.entries(rows) as [Level, readonly Row[]][]).flatMap(([level, all]) =>
    all.map(([what, meddle, line, found]) => ({
      ...{ what, level, line, found },
      meddle: meddle.length === 0 ? (meddle as () => Meddle) : () => meddle as Meddle,
    })),
  )

/** What else breaks by them, and rightly so. */
const notAlone = ['429 without Retry-After', '503 whose Retry-After cannot be read', 'an error without words']

const refused = { status: 0, msg: 'Non.' }
const taken = { status: 1, msg: 'Oui.' }
const [refuse, accept] = [(code?: number) => reply(refused, code), () => reply(taken)]
const promise = 'its answer is what the contract says'
const repeat = 'is answered with status 1 again'
type Json = Record<string, unknown>
const items = (json: Json) => (json.Resultat as { code: string; libelle: string }[][])[0] ?? []
const bytesOf = ({ json }: Asked) => Buffer.from(String(json?.image), 'base64')
const isPng = (asked: Asked) => bytesOf(asked)[0] === 0x89
const isJpeg = (asked: Asked) => bytesOf(asked)[0] === 0xff
const isWhole = (asked: Asked) =>
  bytesOf(asked)
    .subarray(-2)
    .equals(Buffer.from([0xff, 0xd9]))

/** A list with other items. */
const listed = (name: string, change: (all: ReturnType<typeof items>) => unknown[]) => () =>
  changed(name, json => ({ Resultat: [change(items(json))] }))
const chrono = (change: object) => () => changed('enrolement/chrono', json => ({ ...json, ...change }))
const until = (dateHeure: string) => chrono({ resultat: { message: 'x', dateHeure } })
/** Instead of a call's answer, from its `from`th time on. */
const always = (call: string, answer: () => Answer, from?: number) => () => instead(call, () => answer(), from)
/** Where the body says so. */
const where = (call: string, isMeant: (asked: Asked) => boolean, answer: () => Answer) => () =>
  instead(call, asked => (isMeant(asked) ? answer() : undefined))
const startsWithZero =
  (field: string) =>
  ({ json }: Asked) =>
    /^0/.test(String(json?.[field]))
const gzipped = (code: number) => (): Meddle => (asked, pass) =>
  asked.headers['content-encoding'] ? refuse(code) : pass()
const found = (change: (resultat: Json) => Json) => () =>
  changed('search/matricule', json => (json.resultat ? { ...json, resultat: change(json.resultat as Json) } : json))
const tokenIn = ({ headers }: Asked) => /XSRF-TOKEN=([^;]*)/.exec(headers.cookie ?? '')?.[1]
const received: (change: (answer: Answer) => Answer) => Meddle = change => async (asked, pass) =>
  asked.path.startsWith('/recepisses/f/') ? change(await pass()) : pass()
function retold(answer: Answer, text: Buffer): Answer {
  const { 'content-length': _, ...headers } = answer.headers
  return { ...answer, headers, text }
}

/** What can be seen without a student. */
const ofQuestions = planted({
  breaks: [
    ['a list without Resultat', always('liste/serie', accept), promise, 'Resultat'],
    ['an empty list', always('liste/academie', () => reply({ Resultat: [[]] })), promise],
    ['a page in place of a list', always('liste/academie', () => page(200)), promise, 'HTML'],
    [
      'a list that is cut',
      always('liste/annee', () => says(200, '{"Resultat":[[', 'application/json')),
      promise,
      'no JSON',
    ],
    ['a date that cannot be read', until('31/12/2026'), promise],
    ['a day that does not exist', until('2026-02-30 00:00:00'), promise],
    ['a fault of the server', always('btn/info', () => page(500)), 'by a fault of the server', 'HTTP 500'],
    ['429 to who asks once', always('btn/info', () => refuse(429)), 'answered by 429'],
    ['a call that is not known', always('new/bac', () => page(404)), 'the provider knows the call'],
    [
      'a page of the older years',
      (asked, pass) => (asked.path.startsWith('/anciens/') ? page(200) : pass()),
      promise,
      'HTML',
    ],
    [
      'letters that are no UTF-8',
      always('liste/serie', () => ({ ...reply({}), text: Buffer.from('{"Resultat":[["Série"]]}', 'latin1') })),
      ...(['is UTF-8', 'liste/serie'] as const),
    ],
    [
      'answers that a cache may keep',
      () => headed(headers => ({ ...headers, 'cache-control': 'public, max-age=60' })),
      'may be kept by nobody',
    ],
    ['gzip that is announced and answered by a fault', gzipped(500), 'what is announced is taken'],
    [
      'a first call that needs a cookie',
      (asked, pass) => (asked.headers.cookie ? pass() : refuse(403)),
      'a first call, without any cookie',
    ],
    [
      'a token that no page can read',
      () => headed(all => ({ ...all, ...(all['set-cookie'] && { 'set-cookie': ['XSRF-TOKEN=a; HttpOnly'] }) })),
      'a page can read its cookie',
    ],
    ['yes to any call', always('appel/inconnu', accept), 'that does not exist', 'believed'],
  ],
  borne: [
    ['a choice without its label', listed('liste/serie', all => all.map(({ code }) => ({ code }))), promise],
    ['a code that stands twice', listed('liste/serie', all => [...all, all[0]]), 'its code stands once', '1 of 8'],
    [
      'a group of years that no base answers',
      listed('statut/liste/annee', all => [...all, { code: '2022', libelle: '2022' }]),
      ...(['the codes 2021, 1920 and anciens', 'leaves out 2022'] as const),
    ],
    [
      'a group of years that is missing',
      listed('statut/liste/annee', all => all.slice(0, 2)),
      ...(['the codes 2021, 1920 and anciens', 'anciens missing'] as const),
    ],
    ['a date without its time', until('2099-12-31'), promise],
    ['a statut in digits', chrono({ statut: '1' }), promise],
    [
      '429 without Retry-After',
      always('btn/info', () => refuse(429)),
      ...(['when to ask again (Retry-After)', 'btn/info: HTTP 429 with none'] as const),
    ],
    [
      '503 whose Retry-After cannot be read',
      always('new/bac', () => reply(refused, 503, { 'retry-after': 'bientot' })),
      ...(['when to ask again (Retry-After)', 'bientot'] as const),
    ],
    ['an error without words', always('new/bac', () => page(404)), 'an outcome as its body'],
    [
      'a file for nobody',
      always('verif/statut/matricule', () => reply({ ...refused, matricule: 'ZZZ0000Z000' })),
      'of nobody it says status -1',
    ],
    ['JSON by another name', () => headed(headers => ({ ...headers, 'content-type': 'text/html' })), 'Content-Type'],
    ['no Date', () => headed(({ date: _, ...headers }) => headers), 'carries a Date'],
    [
      'a clock of yesterday',
      () => headed(headers => ({ ...headers, date: new Date(Date.now() - 86_400_000).toUTCString() })),
      ...(['carries a Date', "which differs from this machine's clock"] as const),
    ],
    [
      'a redirect',
      (asked, pass) =>
        isCall(asked, 'liste/serie') && !asked.path.includes('?')
          ? says(307, '', 'text/plain', { location: `${asked.path}?etudiant/liste/serie` })
          : pass(),
      'comes from where it was asked for',
    ],
    ['gzip that is announced and not taken', gzipped(400), 'what is announced is taken'],
    ['gzip that is answered by 415', gzipped(415), 'what is announced is taken', 'plain'],
    [
      'a token that comes with a call',
      () => headed((all, { method }) => ({ ...all, ...(method === 'POST' && { 'set-cookie': ['XSRF-TOKEN=a'] }) })),
      'with pages and never with a call',
    ],
  ],
  advice: [
    ['a date that is past', until('2020-12-31 00:00:00'), 'the date of an open window is to come'],
    ['no word on caches', () => headed(({ 'cache-control': _, ...headers }) => headers), 'no-store'],
    ['no gzip', () => headed(({ 'accept-encoding': _, ...headers }) => headers), 'gzip is announced'],
    [
      'a token that nobody looks at',
      (asked, pass) => pass({ ...asked.headers, 'x-xsrf-token': tokenIn(asked) ?? '' }),
      'without its equal header is refused',
    ],
    [
      'a token that is compared with the first cookie alone',
      (asked, pass) => (tokenIn(asked) && tokenIn(asked) !== asked.headers['x-xsrf-token'] ? refuse(403) : pass()),
      'another application has a cookie XSRF-TOKEN',
    ],
    ['an answer to GET', (asked, pass) => (asked.method === 'GET' ? reply({}) : pass()), 'by GET is refused'],
    [
      'forms of other pages taken',
      (asked, pass) => pass({ ...asked.headers, 'content-type': 'application/json' }),
      'that is not named JSON is refused',
    ],
    [
      'a fault where the body is no JSON',
      (asked, pass) => (asked.method === 'POST' && !asked.json ? page(500) : pass()),
      'whose body is no JSON is refused',
    ],
    ['a page for any call', always('appel/inconnu', () => page(200)), 'that does not exist'],
  ],
})

/** What only an enrolment shows. */
const ofEnrolments = planted({
  breaks: [
    [
      "a list without the student's choice",
      listed('liste/serie', all => all.filter(({ code }) => code !== 'TSE')),
      "it offers the test student's choice",
    ],
    ['a search that finds nobody', always('search/matricule', refuse), 'it finds the test student'],
    [
      'a search that finds somebody else',
      found(one => ({ ...one, matricule: 'AUTRE260000' })),
      ...(['it names the student of the file', 'another matricule'] as const),
    ],
    [
      'a matricule that the form refuses',
      found(one => ({ ...one, matricule: 'essai26' })),
      ...(['the student can go on', 'the matricule'] as const),
    ],
    [
      'a student without a name',
      found(one => ({ ...one, nom: ' ', prenom: '' })),
      ...(['the student can go on', 'two empty names'] as const),
    ],
    [
      'somebody at every place',
      () =>
        changed('search/matricule', json => {
          const resultat = { matricule: 'AUTRE260000', nom: 'X', prenom: 'Y' }
          return { ...taken, resultat, ...json, status: 1 }
        }),
      'nobody at a place',
    ],
    [
      'a search that compares zeros',
      where('search/matricule', startsWithZero('numPlace'), refuse),
      ...(['by its value, with or without leading zeros', 'another paper'] as const),
    ],
    ['a save that compares zeros', where('enrolement/add', startsWithZero('numPlace'), refuse), 'other leading zeros'],
    [
      'a receipt that compares zeros',
      where('voir/recepisse', startsWithZero('num_place'), refuse),
      'the number of the place by its value',
    ],
    ['a save that is refused', always('enrolement/add', refuse), 'it saves the answers', 'status'],
    ['a number that cannot be corrected', always('enrolement/add', refuse, 2), 'another phone corrects'],
    ['a repeated save that is refused', always('enrolement/add', refuse, 3), repeat],
    ['any code taken', always('otp/valide', accept), 'a wrong code is refused', 'anybody'],
    [
      'a right code refused',
      // What the provider says of a student is not shown.
      () => instead('otp/valide', ({ json }) => reply({ status: 0, msg: `Pas ${json?.matricule}, ${json?.otp}` }), 2),
      ...(['the right code is accepted', 'Pas (hidden), (hidden)'] as const),
    ],
    [
      'a second code that kills the first',
      async (asked, pass) => {
        const newest = isCall(asked, 'otp/valide') ? await newestCode(asked) : undefined
        return newest !== undefined && asked.json?.otp !== newest ? refuse() : pass()
      },
      'when another was sent to the same number after it',
    ],
    ['a repeated code refused', always('otp/valide', refuse, 3), repeat],
    [
      'a code answered late, by a fault',
      always('otp/valide', () => refuse(500)),
      'a wrong code is refused',
      'for ever',
    ],
    [
      'a photo that comes twice refused',
      () => {
        const seen = new Set<unknown>()
        return instead('files/upload', ({ json }) => (seen.size === seen.add(json?.image).size ? refuse() : undefined))
      },
      repeat,
    ],
    ['no PNG taken', where('files/upload', isPng, () => refuse(422)), 'a PNG of type carteid is taken'],
    [
      'a fault where a letter comes for a picture',
      where(
        'files/upload',
        asked => !isJpeg(asked) && !isPng(asked),
        () => page(500),
      ),
      ...(['what is no picture is refused', 'for ever'] as const),
    ],
    [
      'a refusal without words, which is none',
      where(
        'files/upload',
        asked => !isJpeg(asked) && !isPng(asked),
        () => page(400),
      ),
      ...(['what is no picture is refused', 'for ever'] as const),
    ],
    [
      'a correction that is not known',
      always('files/update/simcard', () => page(404)),
      'a photo that comes anew is taken',
    ],
    ['a repeated correction refused', always('files/update/attest', refuse, 2), repeat],
    ['a repeated last call refused', always('enrolement/globalevalid', refuse, 2), repeat],
    [
      'a file that is not found',
      always('enrolement/statut/phone', () => reply({ ...refused, status: -1 })),
      'it tells of the file',
    ],
    [
      'a receipt for any code',
      () => changed('voir/recepisse', json => ({ ...taken, ...json, status: 1 })),
      'none for a wrong code',
    ],
    ['no receipt', always('voir/recepisse', refuse), 'a link to who knows the code'],
    [
      'a link to anywhere',
      () =>
        changed('voir/recepisse', json =>
          json.status === 1 ? { ...json, msg: 'https://ailleurs.example/r.pdf' } : json,
        ),
      ...(['leads to a host that was named', 'https://ailleurs.example'] as const),
    ],
    ['a receipt that is a page', received(() => page(200)), 'opens a whole PDF', 'text/html'],
    [
      'a receipt that is cut',
      received(answer => retold(answer, answer.text.subarray(0, 900))),
      ...(['opens a whole PDF', '900 bytes'] as const),
    ],
  ],
  borne: [
    [
      'a save with another answer',
      () => changed('enrolement/add', json => ({ ...json, status: '1' })),
      promise,
      'status',
    ],
    ['a save without words', () => changed('enrolement/add', ({ msg: _, ...json }) => json), promise, 'msg'],
    [
      'a code that lives on beside the one that has served',
      always('otp/valide', accept, 4),
      'the others of its number have ended',
    ],
    [
      'a letter taken for a picture',
      where('files/upload', asked => !isJpeg(asked) && !isPng(asked), accept),
      'what is no picture is refused',
    ],
    [
      'half a photo taken',
      where('files/upload', asked => isJpeg(asked) && !isWhole(asked), accept),
      'half a JPEG is refused',
    ],
    [
      'flags that are nested',
      () =>
        changed('verif/statut/phone', ({ status, msg, ...file }) =>
          file.matricule ? { status, msg, resultat: file } : { status, msg },
        ),
      promise,
    ],
    [
      'flags that are missing',
      () => changed('verif/statut/matricule', ({ pieceIdV: _, ...json }) => json),
      ...(['a flag for each document', 'pieceIdV'] as const),
    ],
  ],
  advice: [
    [
      'a search that knows one script',
      where('search/matricule', ({ json }) => /[^\d]/.test(String(json?.numPlace)), refuse),
      'digits of other scripts',
    ],
    [
      'a message that does not say when its code was asked for',
      async (asked, pass) => {
        const answer = await pass()
        const untold = answer.text.toString().replaceAll(/Demandé à .{7}, /g, '')
        return asked.path.startsWith('/_sms.json') ? retold(answer, Buffer.from(untold)) : answer
      },
      'at what time its code was asked for',
    ],
  ],
})

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
const ofParts = planted({
  breaks: [
    ['an offset that is not told', part('HEAD', without('upload-offset')), 'its state is told'],
    ['a length that is not told', part('HEAD', without('upload-length')), 'its state is told'],
    ['a part that is refused', part('PATCH', () => page(405)), 'a part is appended'],
    [
      'an offset beyond what has come',
      part(
        'HEAD',
        at(told => told + 1000),
        2,
      ),
      'that is cut',
      'a hole',
    ],
    ['a wrong offset that is taken', part('PATCH', () => empty({ 'upload-complete': '?0' }), 3), 'wrong offset'],
    ['a last answer that is lost', part('PATCH', () => page(500), 4), 'is answered as a photo'],
    ['another answer than to the whole', part('PATCH', () => refuse(), 4), 'is answered as a photo'],
    [
      'any address an upload',
      async (asked, pass) => {
        const answer = await pass()
        const isNone = asked.method === 'HEAD' && answer.code === 404
        return isNone ? empty({ 'upload-offset': '0', 'upload-complete': '?0' }) : answer
      },
      'nobody has created',
    ],
  ],
  borne: [
    ['parts that are announced and refused', part('POST', () => refuse(404)), 'is created', 'whole'],
    ['an upload without an address', part('POST', without('location')), 'is created', 'Location missing'],
    [
      'a part that is handed on once it is whole',
      () => {
        let times = 0
        return (asked: Asked, pass: () => Promise<Answer>) => {
          if (asked.method === 'PATCH') times += 1
          return asked.method === 'PATCH' && times === 2 ? page(502) : pass()
        }
      },
      ...(['that is cut', '0 of '] as const),
    ],
    ['a wrong offset without the right one', part('PATCH', without('upload-offset'), 3), 'wrong offset'],
    ['an answer that is given once', part('PATCH', () => refuse(404), 5), 'is given again'],
  ],
  advice: [
    ['no parts', () => headed(({ 'upload-limit': _, ...headers }) => headers), 'parts are announced'],
    ['an upload that cannot be given up', part('DELETE', () => empty({})), 'is given up is gone'],
  ],
})

/** Of the largest photos, which weigh 14 MB on the line. */
const ofLargest = planted({
  breaks: [
    [
      'a proxy that takes a megabyte',
      (asked, pass) => (Number(asked.headers['content-length']) > 1_000_000 ? page(413) : pass()),
      ...(['a photo of exactly 5120 KB is taken', 'HTTP 413'] as const),
    ],
  ],
  borne: [
    [
      'no limit at all',
      where('files/upload', asked => bytesOf(asked).length > 5120 * 1024, accept),
      'a photo of one byte more is refused',
    ],
  ],
})

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
const ofOrigins = planted({
  breaks: [
    ['no leave', () => unchanged, 'may be read by the portal'],
    ['no answer to the question before', () => unchanged, '(preflight) allows it'],
    ['leave without gzip', withLeave({ ...leave, 'access-control-allow-headers': 'content-type' }), 'Content-Encoding'],
    [
      'leave without parts',
      withLeave({ ...leave, 'access-control-allow-methods': 'POST' }),
      ...(['where parts are announced', 'PATCH, DELETE missing'] as const),
    ],
  ],
  borne: [
    ['headers that are hidden', withLeave(unexposed), 'it exposes Date', 'Date, Accept-Encoding, Upload-Limit hidden'],
  ],
  advice: [['a question before every call', withLeave(forgotten), 'Access-Control-Max-Age']],
})

const everyone = inventStudents(ofEnrolments.length + ofLargest.length + ofParts.length + 1)
const { child: server, folders } = await oneChild({ TRUST_PROXY: '1' })
await importStudents(folders.dataDir, everyone)
const foreign = await startForeign(server.address)
afterwards(() => foreign.stop())

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
  const phones = { phone: phoneOf(at ?? 0), otherPhone: phoneOf(500 + (at ?? 0)) }
  const code = { url: server.codes.replace(server.address, foreign.url) }
  const student = one && readStudent(JSON.stringify({ ...one, ...phones, tuteur: 'NINA', numAttest: '987654', code }))
  const settings = readSettings({})
  const report = await checkContract({ url: foreign.url, origin, settings, student, small, progress: () => undefined })
  if (one) expect(report.lines().join('\n')).not.toMatch(new RegExp(`${one.matricule}|${phones.phone}|987654`))
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

test.each(ofQuestions)('of questions, $what: $level', one => isNamed(one, {}))
test.each(ofOrigins)('of a portal on another host, $what: $level', one => isNamed(one, { origin: portal }))

const withStudent = [
  ...ofEnrolments.map(one => ({ ...one, of: 'an enrolment', small: true })),
  ...ofParts.map(one => ({ ...one, of: 'photographs in parts', small: true })),
  ...ofLargest.map(one => ({ ...one, of: 'the largest photos', small: false })),
]
test.each(withStudent.map((one, student) => ({ ...one, student })))('of $of, $what: $level', one => isNamed(one, one))

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkContract } from '../../contract/check/check.ts'
import type { Level } from '../../contract/check/report.ts'
import { readStudent } from '../../contract/check/student.ts'
import { readSettings } from '../../src/core/api/settings.ts'
import {
  type ReceiptFacts,
  readFacts,
  readReceipt,
  receiptKeysPath,
  toBase64Url,
  writeReceipt,
} from '../../src/spec/signed-receipt.ts'
import { freePort } from '../../tests/free-port.ts'
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

/**
 * Each difference is planted alone, in front of the real stand-in, and has to be named by what it
 * means to a student.
 */

interface Planted {
  what: string
  /** Made anew for each run: some count. */
  meddle: () => Meddle
  level: Level
  /** The line of the contract, and what is said of it: the beginning or the middle of both. */
  line: string
  found?: string | undefined
}
/**
 * One level after the other, by `what is planted → the contract's line | what is said of it`. A
 * meddler that counts is given as a function without parameters.
 */
const planted = (
  rows: Readonly<Partial<Record<Level, Readonly<Record<string, (() => Meddle) | Meddle>>>>>,
): Planted[] =>
  (Object.entries(rows) as [Level, Record<string, (() => Meddle) | Meddle>][]).flatMap(([level, all]) =>
    Object.entries(all).map(([key, meddle]) => {
      const [, what = '', said = '', found] = /^(.*) → (.*?)(?: \| (.*))?$/.exec(key) ?? []
      const counts = meddle.length === 0
      return {
        what,
        level,
        line: often[said] ?? said,
        found,
        meddle: counts ? (meddle as () => Meddle) : () => meddle as Meddle,
      }
    }),
  )

/** What else breaks by them, and rightly so. */
const notAlone = ['429 without Retry-After', '503 whose Retry-After cannot be read', 'an error without words']

const refused = { status: 0, msg: 'Non.' }
const taken = { status: 1, msg: 'Oui.' }
const [refuse, accept] = [(code?: number) => reply(refused, code), () => reply(taken)]
/** Lines that many of them break. */
const often: Readonly<Record<string, string>> = {
  '(promise)': 'its answer is what the contract says',
  '(repeat)': 'is answered with status 1 again',
}
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

/** The receipt says and signs something else, with the provider's form, key and address of the check. */
interface Code {
  kid: string
  facts: ReceiptFacts
  signature: Uint8Array
}
const noFacts: ReceiptFacts = { matricule: '', name: '', state: 0, day: 0 }
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const strangers = { ...stranger.publicKey.export({ format: 'jwk' }), kid: 'faux' }
const signedBy =
  (key: KeyObject) =>
  ({ kid, facts }: Code): Code => {
    const signature = sign('sha256', writeReceipt(kid, facts), { key, dsaEncoding: 'ieee-p1363' })
    return { kid, facts, signature }
  }
const coded = (change: (code: Code) => Code) => (answer: Answer) => {
  const pdf = answer.text.toString('latin1').replace(/(?<=\/URI \([^)#]*#)[^)]+/, text => {
    const read = readReceipt(text)
    if (!read) throw new Error('no code')
    const { kid, facts, signature } = change({ ...read, facts: readFacts(read.signed) ?? noFacts })
    return toBase64Url(Buffer.concat([writeReceipt(kid, facts), signature]))
  })
  return retold(answer, Buffer.from(pdf, 'latin1'))
}
/** Its own key signs it, and is published: only what it says is wrong. */
const saysInCode =
  (change: Partial<ReceiptFacts>): Meddle =>
  async (asked, pass) => {
    if (asked.path === receiptKeysPath) return reply({ keys: [strangers] })
    const resigned = coded(({ facts, ...code }) =>
      signedBy(stranger.privateKey)({ ...code, kid: strangers.kid, facts: { ...facts, ...change } }),
    )
    return asked.path.startsWith('/recepisses/f/') ? resigned(await pass()) : pass()
  }
/** A provider that signs none. */
const unsigned: Meddle = async (asked, pass) => {
  if (asked.path === receiptKeysPath) return page(404)
  return asked.path.startsWith('/recepisses/f/') ? withoutLink(await pass()) : pass()
}
const withoutLink = (answer: Answer) =>
  retold(answer, Buffer.from(answer.text.toString('latin1').replaceAll('/URI (', '/Nul ('), 'latin1'))
const publishes =
  (answer: () => Answer): Meddle =>
  (asked, pass) =>
    asked.path === receiptKeysPath ? answer() : pass()

/** What can be seen without a student. */
const ofQuestions = planted({
  breaks: {
    'a list without Resultat → (promise) | Resultat': always('liste/serie', accept),
    'an empty list → (promise)': always('liste/academie', () => reply({ Resultat: [[]] })),
    'a page in place of a list → (promise) | HTML': always('liste/academie', () => page(200)),
    'a list that is cut → (promise) | no JSON': always('liste/annee', () =>
      says(200, '{"Resultat":[[', 'application/json'),
    ),
    'a date that cannot be read → (promise)': until('31/12/2026'),
    'a day that does not exist → (promise)': until('2026-02-30 00:00:00'),
    'a fault of the server → by a fault of the server | HTTP 500': always('btn/info', () => page(500)),
    '429 to who asks once → answered by 429': always('btn/info', () => refuse(429)),
    'a call that is not known → the provider knows the call': always('new/bac', () => page(404)),
    'a page of the older years → (promise) | HTML': (asked, pass) =>
      asked.path.startsWith('/anciens/') ? page(200) : pass(),
    'letters that are no UTF-8 → is UTF-8 | liste/serie': always('liste/serie', () => ({
      ...reply({}),
      text: Buffer.from('{"Resultat":[["Série"]]}', 'latin1'),
    })),
    'answers that a cache may keep → may be kept by nobody': () =>
      headed(headers => ({ ...headers, 'cache-control': 'public, max-age=60' })),
    'gzip that is announced and answered by a fault → what is announced is taken': gzipped(500),
    'a first call that needs a cookie → a first call, without any cookie': (asked, pass) =>
      asked.headers.cookie ? pass() : refuse(403),
    'a token that no page can read → a page can read its cookie': () =>
      headed(all => ({ ...all, ...(all['set-cookie'] && { 'set-cookie': ['XSRF-TOKEN=a; HttpOnly'] }) })),
    'yes to any call → that does not exist | believed': always('appel/inconnu', accept),
  },
  borne: {
    'a choice without its label → (promise)': listed('liste/serie', all => all.map(({ code }) => ({ code }))),
    'a code that stands twice → its code stands once | 1 of 8': listed('liste/serie', all => [...all, all[0]]),
    'a group of years that no base answers → the codes 2021, 1920 and anciens | leaves out 2022': listed(
      'statut/liste/annee',
      all => [...all, { code: '2022', libelle: '2022' }],
    ),
    'a group of years that is missing → the codes 2021, 1920 and anciens | anciens missing': listed(
      'statut/liste/annee',
      all => all.slice(0, 2),
    ),
    'a date without its time → (promise)': until('2099-12-31'),
    'a statut in digits → (promise)': chrono({ statut: '1' }),
    '429 without Retry-After → when to ask again (Retry-After) | btn/info: HTTP 429 with none': always('btn/info', () =>
      refuse(429),
    ),
    '503 whose Retry-After cannot be read → when to ask again (Retry-After) | bientot': always('new/bac', () =>
      reply(refused, 503, { 'retry-after': 'bientot' }),
    ),
    'an error without words → an outcome as its body': always('new/bac', () => page(404)),
    'a file for nobody → of nobody it says status -1': always('verif/statut/matricule', () =>
      reply({ ...refused, matricule: 'ZZZ0000Z000' }),
    ),
    'JSON by another name → Content-Type': () => headed(headers => ({ ...headers, 'content-type': 'text/html' })),
    'no Date → carries a Date': () => headed(({ date: _, ...headers }) => headers),
    "a clock of yesterday → carries a Date | which differs from this machine's clock": () =>
      headed(headers => ({ ...headers, date: new Date(Date.now() - 86_400_000).toUTCString() })),
    'a redirect → comes from where it was asked for': (asked, pass) =>
      isCall(asked, 'liste/serie') && !asked.path.includes('?')
        ? says(307, '', 'text/plain', { location: `${asked.path}?etudiant/liste/serie` })
        : pass(),
    'gzip that is announced and not taken → what is announced is taken': gzipped(400),
    'gzip that is answered by 415 → what is announced is taken | plain': gzipped(415),
    'a token that comes with a call → with pages and never with a call': () =>
      headed((all, { method }) => ({ ...all, ...(method === 'POST' && { 'set-cookie': ['XSRF-TOKEN=a'] }) })),
  },
  advice: {
    'a date that is past → the date of an open window is to come': until('2020-12-31 00:00:00'),
    'no word on caches → no-store': () => headed(({ 'cache-control': _, ...headers }) => headers),
    'no gzip → gzip is announced': () => headed(({ 'accept-encoding': _, ...headers }) => headers),
    'a token that nobody looks at → without its equal header is refused': (asked, pass) =>
      pass({ ...asked.headers, 'x-xsrf-token': tokenIn(asked) ?? '' }),
    'a token that is compared with the first cookie alone → another application has a cookie XSRF-TOKEN': (
      asked,
      pass,
    ) => (tokenIn(asked) && tokenIn(asked) !== asked.headers['x-xsrf-token'] ? refuse(403) : pass()),
    'an answer to GET → by GET is refused': (asked, pass) => (asked.method === 'GET' ? reply({}) : pass()),
    'forms of other pages taken → that is not named JSON is refused': (asked, pass) =>
      pass({ ...asked.headers, 'content-type': 'application/json' }),
    'a fault where the body is no JSON → whose body is no JSON is refused': (asked, pass) =>
      asked.method === 'POST' && !asked.json ? page(500) : pass(),
    'a page for any call → that does not exist': always('appel/inconnu', () => page(200)),
  },
})

/** What only an enrolment shows. */
const ofEnrolments = planted({
  breaks: {
    "a list without the student's choice → it offers the test student's choice": listed('liste/serie', all =>
      all.filter(({ code }) => code !== 'TSE'),
    ),
    'a search that finds nobody → it finds the test student': always('search/matricule', refuse),
    'a search that finds somebody else → it names the student of the file | another matricule': found(one => ({
      ...one,
      matricule: 'AUTRE260000',
    })),
    'a matricule that the form refuses → the student can go on | the matricule': found(one => ({
      ...one,
      matricule: 'essai26',
    })),
    'a student without a name → the student can go on | two empty names': found(one => ({
      ...one,
      nom: ' ',
      prenom: '',
    })),
    'somebody at every place → nobody at a place': () =>
      changed('search/matricule', json => {
        const resultat = { matricule: 'AUTRE260000', nom: 'X', prenom: 'Y' }
        return { ...taken, resultat, ...json, status: 1 }
      }),
    'a search that compares zeros → by its value, with or without leading zeros | another paper': where(
      'search/matricule',
      startsWithZero('numPlace'),
      refuse,
    ),
    'a save that compares zeros → other leading zeros': where('enrolement/add', startsWithZero('numPlace'), refuse),
    'a receipt that compares zeros → the number of the place by its value': where(
      'voir/recepisse',
      startsWithZero('num_place'),
      refuse,
    ),
    'a save that is refused → it saves the answers | status': always('enrolement/add', refuse),
    'a number that cannot be corrected → another phone corrects': always('enrolement/add', refuse, 2),
    'a repeated save that is refused → (repeat)': always('enrolement/add', refuse, 3),
    'any code taken → a wrong code is refused | anybody': always('otp/valide', accept),
    // What the provider says of a student is not shown.
    'a right code refused → the right code is accepted | Pas (hidden), (hidden)': () =>
      instead('otp/valide', ({ json }) => reply({ status: 0, msg: `Pas ${json?.matricule}, ${json?.otp}` }), 2),
    'a second code that kills the first → when another was sent to the same number after it': async (asked, pass) => {
      const newest = isCall(asked, 'otp/valide') ? await newestCode(asked) : undefined
      return newest !== undefined && asked.json?.otp !== newest ? refuse() : pass()
    },
    'a repeated code refused → (repeat)': always('otp/valide', refuse, 3),
    'a code answered late, by a fault → a wrong code is refused | for ever': always('otp/valide', () => refuse(500)),
    'a photo that comes twice refused → (repeat)': () => {
      const seen = new Set<unknown>()
      return instead('files/upload', ({ json }) => (seen.size === seen.add(json?.image).size ? refuse() : undefined))
    },
    'no PNG taken → a PNG of type carteid is taken': where('files/upload', isPng, () => refuse(422)),
    'a fault where a letter comes for a picture → what is no picture is refused | for ever': where(
      'files/upload',
      asked => !isJpeg(asked) && !isPng(asked),
      () => page(500),
    ),
    'a refusal without words, which is none → what is no picture is refused | for ever': where(
      'files/upload',
      asked => !isJpeg(asked) && !isPng(asked),
      () => page(400),
    ),
    'a correction that is not known → a photo that comes anew is taken': always('files/update/simcard', () =>
      page(404),
    ),
    'a repeated correction refused → (repeat)': always('files/update/attest', refuse, 2),
    'a repeated last call refused → (repeat)': always('enrolement/globalevalid', refuse, 2),
    'a file that is not found → it tells of the file': always('enrolement/statut/phone', () =>
      reply({ ...refused, status: -1 }),
    ),
    'a receipt for any code → none for a wrong code': () =>
      changed('voir/recepisse', json => ({ ...taken, ...json, status: 1 })),
    'no receipt → a link to who knows the code': always('voir/recepisse', refuse),
    'a link to anywhere → leads to a host that was named | https://ailleurs.example': () =>
      changed('voir/recepisse', json =>
        json.status === 1 ? { ...json, msg: 'https://ailleurs.example/r.pdf' } : json,
      ),
    'a receipt that is a page → opens a whole PDF | text/html': received(() => page(200)),
    'a receipt that is cut → opens a whole PDF | 900 bytes': received(answer =>
      retold(answer, answer.text.subarray(0, 900)),
    ),
    'a receipt that another key has signed → has signed what it says | does not fit': received(
      coded(signedBy(stranger.privateKey)),
    ),
    'a receipt that says more than was signed → has signed what it says | does not fit': received(
      coded(code => ({ ...code, facts: { ...code.facts, state: 2 } })),
    ),
    'a receipt signed by a key of no list → has signed what it says | not published': received(
      coded(code => signedBy(stranger.privateKey)({ ...code, kid: strangers.kid })),
    ),
    'a receipt with its signature in DER → has signed what it says | does not fit': received(
      coded(({ kid, facts }) => ({
        ...{ kid, facts },
        signature: sign('sha256', writeReceipt(kid, facts), stranger.privateKey),
      })),
    ),
    'a receipt with a short signature → has signed what it says | another form': received(
      coded(({ kid, facts }) => ({ kid, facts, signature: Buffer.alloc(20) })),
    ),
    'a receipt without a matricule → it says matricule, name, state and day | no matricule': saysInCode({
      matricule: '',
    }),
    'a receipt without a name → it says matricule, name, state and day | no name': saysInCode({ name: '' }),
    'a receipt with another state → it says matricule, name, state and day | state 2': saysInCode({ state: 2 }),
    'a receipt of another day → it says matricule, name, state and day | day 1': saysInCode({ day: 1 }),
    'keys that are not published → are published as a JWK set | HTTP 404': publishes(() => page(404)),
    'keys that are no set → are published as a JWK set | no JWK set': publishes(() => reply([])),
    'a private key that is published → are published as a JWK set | private': publishes(() =>
      reply({ keys: [{ ...stranger.privateKey.export({ format: 'jwk' }), kid: 'faux' }] }),
    ),
    'a receipt without a code → leads to the portal | no link': received(withoutLink),
    'a code that leads elsewhere → leads to the portal | https://ailleurs.example': received(answer =>
      retold(
        answer,
        Buffer.from(
          answer.text.toString('latin1').replace(/\/URI \([^#]*#/, '/URI (https://ailleurs.example/#'),
          'latin1',
        ),
      ),
    ),
  },
  borne: {
    'a field that is refused → remarques are sent is taken | twice': where(
      'files/upload',
      ({ json }) => json?.remarques !== undefined,
      () => refuse(400),
    ),
    'a save with another answer → (promise) | status': () =>
      changed('enrolement/add', json => ({ ...json, status: '1' })),
    'a save without words → (promise) | msg': () => changed('enrolement/add', ({ msg: _, ...json }) => json),
    'a code that lives on beside the one that has served → the others of its number have ended': always(
      'otp/valide',
      accept,
      4,
    ),
    'a letter taken for a picture → what is no picture is refused': where(
      'files/upload',
      asked => !isJpeg(asked) && !isPng(asked),
      accept,
    ),
    'half a photo taken → half a JPEG is refused': where(
      'files/upload',
      asked => isJpeg(asked) && !isWhole(asked),
      accept,
    ),
    'flags that are nested → (promise)': () =>
      changed('verif/statut/phone', ({ status, msg, ...file }) =>
        file.matricule ? { status, msg, resultat: file } : { status, msg },
      ),
    'flags that are missing → a flag for each document | pieceIdV': () =>
      changed('verif/statut/matricule', ({ pieceIdV: _, ...json }) => json),
  },
  advice: {
    'a search that knows one script → digits of other scripts': where(
      'search/matricule',
      ({ json }) => /[^\d]/.test(String(json?.numPlace)),
      refuse,
    ),
    'a message that does not say when its code was asked for → at what time its code was asked for': async (
      asked,
      pass,
    ) => {
      const answer = await pass()
      const untold = answer.text.toString().replaceAll(/Demandé à .{7}, /g, '')
      return asked.path.startsWith('/_sms.json') ? retold(answer, Buffer.from(untold)) : answer
    },
  },
})

/**
 * Only what belongs to a photograph in parts: its requests, by method and by how many of these came
 * before.
 */
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

/**
 * Of a photograph in parts. The check appends, is cut, errs, ends, and asks again: five times
 * PATCH.
 */
const ofParts = planted({
  breaks: {
    'an offset that is not told → its state is told': part('HEAD', without('upload-offset')),
    'a length that is not told → its state is told': part('HEAD', without('upload-length')),
    'a part that is refused → a part is appended': part('PATCH', () => page(405)),
    'an offset beyond what has come → that is cut | a hole': part(
      'HEAD',
      at(told => told + 1000),
      2,
    ),
    'a wrong offset that is taken → wrong offset': part('PATCH', () => empty({ 'upload-complete': '?0' }), 3),
    'a last answer that is lost → is answered as a photo': part('PATCH', () => page(500), 4),
    'another answer than to the whole → is answered as a photo': part('PATCH', () => refuse(), 4),
    'any address an upload → nobody has created': async (asked, pass) => {
      const answer = await pass()
      const isNone = asked.method === 'HEAD' && answer.code === 404
      return isNone ? empty({ 'upload-offset': '0', 'upload-complete': '?0' }) : answer
    },
  },
  borne: {
    'parts that are announced and refused → is created | whole': part('POST', () => refuse(404)),
    'an upload without an address → is created | Location missing': part('POST', without('location')),
    'a part that is handed on once it is whole → that is cut | 0 of ': () => {
      let times = 0
      return (asked: Asked, pass: () => Promise<Answer>) => {
        if (asked.method === 'PATCH') times += 1
        return asked.method === 'PATCH' && times === 2 ? page(502) : pass()
      }
    },
    'a wrong offset without the right one → wrong offset': part('PATCH', without('upload-offset'), 3),
    'an answer that is given once → is given again': part('PATCH', () => refuse(404), 5),
  },
  advice: {
    'no parts → parts are announced': () => headed(({ 'upload-limit': _, ...headers }) => headers),
    'an upload that cannot be given up → is given up is gone': part('DELETE', () => empty({})),
  },
})

/** Of the largest photos, which weigh 14 MB on the line. */
const ofLargest = planted({
  breaks: {
    'a proxy that takes a megabyte → a photo of exactly 5120 KB is taken | HTTP 413': (asked, pass) =>
      Number(asked.headers['content-length']) > 1_000_000 ? page(413) : pass(),
  },
  borne: {
    'no limit at all → a photo of one byte more is refused': where(
      'files/upload',
      asked => bytesOf(asked).length > 5120 * 1024,
      accept,
    ),
  },
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
  breaks: {
    'no leave → may be read by the portal': () => unchanged,
    'no answer to the question before → (preflight) allows it': () => unchanged,
    'leave without gzip → Content-Encoding': withLeave({ ...leave, 'access-control-allow-headers': 'content-type' }),
    'leave without parts → where parts are announced | PATCH, DELETE missing': withLeave({
      ...leave,
      'access-control-allow-methods': 'POST',
    }),
  },
  borne: {
    'headers that are hidden → it exposes Date | Date, Accept-Encoding, Upload-Limit hidden': withLeave(unexposed),
  },
  advice: { 'a question before every call → Access-Control-Max-Age': withLeave(forgotten) },
})

const everyone = inventStudents(ofEnrolments.length + ofLargest.length + ofParts.length + 2)
const PORT = String(await freePort())
const foreign = await startForeign(`http://127.0.0.1:${PORT}`)
afterwards(() => foreign.stop())
const { child: server, folders } = await oneChild({ TRUST_PROXY: '1', PUBLIC_ORIGIN: foreign.url, PORT })
await importStudents(folders.dataDir, everyone)

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
  expect(await differences(unsigned, { student: everyone.length - 2 })).toEqual([])
})

test.each(ofQuestions)('of questions, $what: $level', one => isNamed(one, {}))
test.each(ofOrigins)('of a portal on another host, $what: $level', one => isNamed(one, { origin: portal }))

const withStudent = [
  ...ofEnrolments.map(one => ({ ...one, of: 'an enrolment', small: true })),
  ...ofParts.map(one => ({ ...one, of: 'photographs in parts', small: true })),
  ...ofLargest.map(one => ({ ...one, of: 'the largest photos', small: false })),
]
test.each(withStudent.map((one, student) => ({ ...one, student })))('of $of, $what: $level', one => isNamed(one, one))

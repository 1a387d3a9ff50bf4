import * as v from 'valibot'
import { refusal } from '../schemas.ts'
import { type Endpoint, endpoints, otpDigits } from '../shared.ts'
import { json, type Run } from './ask.ts'
import { drawStranger, type Request } from './caller.ts'
import { inWords, isSuccess, type Probe, probe } from './probe.ts'
import { announcesGzip } from './uploads.ts'

/** How the provider answers unusual requests, tested with a call that concerns no student. */

const about = 'every call'
const chrono = 'chrono' satisfies Endpoint

const send = (run: Run, url: string, request: Request) => probe(run, about, url, request)
const isRefusal = ({ raw }: Probe) => v.is(refusal, json(raw?.text ?? ''))

export async function checkManners(run: Run): Promise<void> {
  await checkGzip(run)
  await checkXsrf(run)
  await checkOdd(run)
}

async function checkGzip(run: Run): Promise<void> {
  const { report, caller } = run
  const says =
    'gzip is announced (Accept-Encoding), so that a photo costs a quarter less on the line'
  for (const endpoint of [
    'chrono',
    'receipt',
    'status/1920/matricule',
    'status/anciens/matricule',
  ] as const) {
    const { base } = endpoints[endpoint]
    const where = `base ${new URL(caller.portal.bases[base]).pathname}`
    if (!caller.exchanges.some(({ url }) => url.startsWith(caller.portal.bases[base]))) continue
    const isAnnounced = announcesGzip(run, endpoint)
    const without = 'no answer carries Accept-Encoding: gzip; the portal sends everything plain'
    report.judge('advice', where, says, !isAnnounced && without)
    if (!isAnnounced) continue
    const keeps = 'what is announced is taken: a gzipped body is answered as the plain one'
    const body = bodyOf(endpoint)
    const uncompressed = await caller.call(endpoint, body).catch(() => undefined)
    const raw = await caller.call(endpoint, body, true).catch(() => undefined)
    const shown = raw ? inWords(raw) : 'no answer'
    if (raw && raw.code === uncompressed?.code) report.holds(where, keeps)
    else if (raw && raw.code >= 400 && raw.code < 429)
      report.differs('borne', where, keeps, `${shown}: the portal sends it again, plain`)
    else report.differs('breaks', where, keeps, shown)
  }
}

/**
 * Without data of a real student. A new matricule for each base: a provider counts guesses, also at
 * a matricule that does not exist.
 */
function bodyOf(endpoint: Endpoint): never {
  const { matricule } = drawStranger()
  const receipt = {
    otp: '0'.repeat(otpDigits),
    matricule,
    num_place: '0',
    serie: 'ZZ',
    ae: 'ZZ',
  }
  return (endpoint === 'chrono' ? {} : endpoint === 'receipt' ? receipt : { matricule }) as never
}

async function checkXsrf(run: Run): Promise<void> {
  const { report, caller } = run
  const url = caller.urlOf(chrono)
  const about = 'the cross-site token'
  const first = 'a first call, without any cookie, is answered'
  const bare = await send(run, url, { body: '{}', bare: true })
  report.judge('breaks', about, first, !isSuccess(bare) && bare.words)
  const refuses = 'the cookie XSRF-TOKEN without its equal header is refused (403)'
  const token = caller.cookies.get('XSRF-TOKEN')
  if (!token)
    return report.skips(
      about,
      refuses,
      'neither the page at this address nor a call brings such a cookie',
    )
  const brought = 'it comes with pages and never with a call'
  report.judge(
    'borne',
    about,
    brought,
    caller.broughtByCall && 'of calls that set out together each may bring another one',
  )
  const readable = 'a page can read its cookie'
  if (token.httpOnly)
    report.differs('breaks', about, readable, 'it is HttpOnly: the portal can send no header')
  else report.holds(about, readable)
  // A call about one student: nginx may answer the common calls from its cache, without looking at
  // their cookies.
  const status = caller.urlOf('fileByMatricule')
  const body = JSON.stringify(bodyOf('fileByMatricule'))
  const own = `XSRF-TOKEN=${token.value}`
  const lone = await send(run, status, { body, bare: true, headers: { Cookie: own } })
  report.judge(
    'advice',
    about,
    refuses,
    lone.raw?.code !== 403 && `${lone.words}: the token protects nobody`,
  )
  const beside =
    'it counts also where another application has a cookie XSRF-TOKEN, which a browser may send first'
  const { 'X-XSRF-TOKEN': header } = caller.headersFor(status)
  if (header === undefined) return report.skips(about, beside, 'the portal cannot read its own')
  const headers = { Cookie: `XSRF-TOKEN=another; ${own}`, 'X-XSRF-TOKEN': header }
  const both = await send(run, status, { body, bare: true, headers })
  report.judge(
    'advice',
    about,
    beside,
    !(both.raw && both.raw.code !== 403) && `${both.words}: the student's calls are all refused`,
  )
}

/** Requests that the portal never sends but other programs do. */
async function checkOdd(run: Run): Promise<void> {
  const { report, caller } = run
  const url = caller.urlOf(chrono)
  const advise = (says: string, one: Probe, holds: boolean) =>
    report.judge('advice', about, says, !holds && one.words)

  const get = await send(run, url, { method: 'GET' })
  advise('by GET is refused (405)', get, get.raw?.code === 405)
  const form = await send(run, url, { body: '{}', headers: { 'Content-Type': 'text/plain' } })
  const named = 'that is not named JSON is refused (415), so that no foreign page can send it'
  advise(named, form, form.raw?.code === 415)
  const broken = await send(run, url, { body: '{' })
  advise(
    'whose body is no JSON is refused (400), with words',
    broken,
    broken.raw?.code === 400 && isRefusal(broken),
  )
  const says = 'that does not exist is refused (404), with words'
  const unknown = await send(run, `${caller.portal.bases.current}etudiant/appel/inconnu`, {
    body: '{}',
  })
  const believed =
    isSuccess(unknown) && v.is(v.object({ status: v.literal(1) }), json(unknown.raw?.text ?? ''))
  if (believed) report.differs('breaks', about, says, `${unknown.words}: it would be believed`)
  else advise(says, unknown, unknown.raw?.code === 404 && isRefusal(unknown))
}

import { setTimeout as after } from 'node:timers/promises'
import { constants, gunzipSync } from 'node:zlib'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { Phone } from '../../e2e/setup/phone.ts'
import { Link, type Sent } from '../../link/link.ts'
import type { Dice } from './dice.ts'
import { Ledger } from './ledger.ts'
import { Life } from './life.ts'
import { moveOn, started } from './moving.ts'
import type { ChaosStudent } from './student.ts'
import type { Target } from './target.ts'
import { badWeather } from './weather.ts'

export interface Outcome {
  matricule: string
  finished: boolean
  kills: number
  /** How often it went on on another phone. */
  moves: number
  documentsLost: number
  draftsLost: number
  /** Documents that left again after the screen had said that they had arrived. */
  sentAgain: number
  /** Uploads that began; more than five where a transfer was cut or an answer was lost. */
  uploads: number
  /** The digest of each document's request, as the device had it last. */
  kept: ReadonlyMap<DocumentType, string>
  /** What was lost or went wrong, in words. */
  notes: string[]
  timeline: string[]
}

/** How long a student goes on after the last kill, on a network that is good from then on. Milliseconds. */
const patienceMs = 90_000

/** One student's whole enrolment, the browser killed and the phone changed that often at random instants, the network bad until then. */
export async function enrolUnderFire(
  student: ChaosStudent,
  target: Target,
  dice: Dice,
  kills: number,
  moves: number,
): Promise<Outcome> {
  const link = await new Link(target.port).start()
  const phones = [new Phone(link.url)]
  let phone = phones[0] as Phone
  const ledger = new Ledger()
  const life = new Life({ student, ledger, dice, code: () => target.lastCode(student.phone) })
  const calm = new AbortController()
  const weather = badWeather(link, dice, calm.signal)
  let killed = 0
  try {
    while (killed < kills && !life.finished) {
      const { page } = await started(phone)
      const over = new AbortController()
      const living = life.live(page, over.signal)
      await Promise.race([living, after(dice.between(300, 5_000))])
      if (life.finished) break
      over.abort()
      life.killedAt ??= Date.now()
      killed += 1
      ledger.happened('killed')
      await phone.kill()
      await living
      if (phones.length > moves || !dice.happens(0.4)) continue
      const other = new Phone(link.url)
      phones.push(other)
      phone = await moveOn(phone, other, { dice, ledger, patience: target.patience })
    }
    calm.abort()
    await weather
    if (!life.finished) await lastLife(life, phone, patienceMs * target.patience)
    return judge(student.matricule, life, ledger, link, killed)
  } finally {
    calm.abort()
    await weather
    for (const each of phones) await each.dispose()
    await link.stop()
  }
}

/** From here on the network is good, and the phone is told so. */
async function lastLife(life: Life, phone: Phone, ms: number): Promise<void> {
  const { page, context } = await started(phone)
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), ms)
  await context.setOffline(true)
  const living = life.live(page, over.signal)
  await context.setOffline(false)
  await living
  clearTimeout(timer)
}

function judge(matricule: string, life: Life, ledger: Ledger, link: Link, kills: number): Outcome {
  const uploads = link.journal.filter(({ request }) => request.path.endsWith('etudiant/files/upload'))
  const again = uploads.filter(upload => {
    const type = documentTypes.find(candidate => candidate === typeOf(upload))
    const seen = type && ledger.seenSent.get(type)
    return seen !== undefined && upload.at > seen
  })
  return {
    matricule,
    finished: life.finished,
    kills,
    moves: ledger.moves,
    documentsLost: ledger.documentsLost,
    draftsLost: ledger.draftsLost,
    sentAgain: again.length,
    uploads: uploads.length,
    kept: ledger.kept,
    notes: [
      ...ledger.lost,
      ...again.map(upload => `${typeOf(upload)} was sent again after it had been seen to arrive`),
      ...(life.finished ? [] : ['not finished', ...life.troubles.slice(-5), JSON.stringify(life.lastSeen)]),
    ],
    timeline: [...ledger.timeline, ...uploads.map(upload => ({ at: upload.at, what: `${typeOf(upload)} begins` }))]
      .sort((a, b) => a.at - b.at)
      .map(({ at, what }) => `${at % 1_000_000} ${what}`),
  }
}

/** Bodies say what they carry in their first bytes, and the link has kept those, gzipped or plain. */
function typeOf({ opening }: Sent): string | undefined {
  const isZipped = opening[0] === 0x1f && opening[1] === 0x8b
  const text = isZipped ? gunzipSync(opening, { finishFlush: constants.Z_SYNC_FLUSH }) : opening
  return /"type":"(\w+)"/.exec(text.toString())?.[1]
}

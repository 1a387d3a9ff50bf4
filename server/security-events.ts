import { createHmac } from 'node:crypto'
import type { WriteLog } from './log.ts'

/** What somebody seems to try; a closed list, since metrics have it as a label. */
export const securityEvents = [
  'harvest',
  'phoneSharedTooOften',
  'smsPumping',
  'smsBreaker',
  'codeGuessing',
  'receiptGuessing',
  'correctionWithoutCode',
  'uploadHoarding',
  'junkUploads',
  'imageBomb',
  'samePhotograph',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

/** @param matricule whose file it is aimed at, where it is aimed at one */
export type Alarm = (event: SecurityEvent, matricule?: string) => void

export interface AlarmPorts {
  secret: Buffer
  now: () => Date
  count: (event: SecurityEvent) => void
  writeLog: WriteLog
}

const tellAgainMs = 60_000
const mostRemembered = 10_000

/**
 * Counts every event and tells of each target once a minute. A line names it by a pseudonym, so that who reads the log
 * sees that one student is attacked again and again, and not who that is.
 */
export function createAlarm({ secret, now, count, writeLog }: AlarmPorts): Alarm {
  const logged = new Map<string, number>()
  return (event, matricule) => {
    count(event)
    const target = matricule && pseudonym(secret, matricule)
    const key = `${event} ${target ?? ''}`
    const at = now().getTime()
    if (Math.abs(at - (logged.get(key) ?? Number.NEGATIVE_INFINITY)) < tellAgainMs) return
    logged.delete(key)
    logged.set(key, at)
    // A Map keeps insertion order: the first is the one that was told the longest ago.
    const [first = ''] = logged.keys()
    if (logged.size > mostRemembered) logged.delete(first)
    writeLog({ level: 'warn', security: event, ...(target && { target }) })
  }
}

/** The same for each line about one student of this installation; tells nothing to who lacks its key. */
export const pseudonym = (secret: Buffer, matricule: string): string =>
  createHmac('sha256', secret).update(`pseudonym|${matricule}`).digest('hex').slice(0, 12)

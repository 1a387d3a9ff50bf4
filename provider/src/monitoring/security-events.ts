import { createHmac } from 'node:crypto'
import type { WriteLog } from './log.ts'

/** Suspected attacks; a closed list, since it is a label of the metrics. */
export const securityEvents = [
  'harvest',
  'phoneSharedTooOften',
  'smsPumping',
  'smsBreaker',
  'codeGuessing',
  'receiptGuessing',
  'correctionWithoutCode',
  'uploadHoarding',
  'uploadsFull',
  'junkUploads',
  'heavyUploads',
  'imageBomb',
  'samePhotograph',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

/** @param matricule the student whose file is the target, where there is one */
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
 * Counts every event, and logs each target at most once a minute. The log line has a pseudonym, so
 * that its reader sees that one student is attacked repeatedly, but not which one.
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
    // A Map keeps insertion order: the first entry was logged the longest ago.
    const [first = ''] = logged.keys()
    if (logged.size > mostRemembered) logged.delete(first)
    writeLog({ level: 'warn', security: event, ...(target && { target }) })
  }
}

/**
 * The same in each log line about one student of this installation; without the installation's key
 * it reveals nothing.
 */
export const pseudonym = (secret: Buffer, matricule: string): string =>
  createHmac('sha256', secret).update(`pseudonym|${matricule}`).digest('hex').slice(0, 12)

import type { Database, Queries } from '../database/port.ts'
import { recordAudit } from '../monitoring/audit.ts'

/** Section 4: 0 closed, 1 open, 2 announced or open; only 1 and 2 let a student enrol. */
export interface EnrolmentWindow {
  statut: 0 | 1 | 2
  message: string
  dateHeure: Date
}

interface Row {
  statut: number
  message: string
  date_heure: Date
}

const closed: EnrolmentWindow = {
  statut: 0,
  message: 'Les inscriptions sont fermées',
  dateHeure: new Date(0),
}

export async function readWindow(queries: Queries): Promise<EnrolmentWindow> {
  const [row] = await queries.query<Row>('SELECT statut, message, date_heure FROM enrolment_window')
  if (!row) return closed
  const statut = row.statut === 1 || row.statut === 2 ? row.statut : 0
  return { statut, message: row.message, dateHeure: row.date_heure }
}

/** @param by name of the operator, for the audit */
export function changeWindow(
  { database, now }: { database: Database; now: () => Date },
  window: EnrolmentWindow,
  by: string,
): Promise<void> {
  return database.transaction(async queries => {
    const [before] = await queries.query<Row>(
      'SELECT statut, message, date_heure FROM enrolment_window FOR UPDATE',
    )
    const { statut, message, dateHeure } = window
    await queries.query(
      `INSERT INTO enrolment_window (statut, message, date_heure) VALUES ($1, $2, $3)
       ON CONFLICT (only_row) DO UPDATE SET statut = $1, message = $2, date_heure = $3`,
      [statut, message, dateHeure],
    )
    await recordAudit(queries, {
      at: now(),
      who: by,
      action: 'window',
      before: before ? inWords(before.statut, before.date_heure, before.message) : null,
      after: inWords(statut, dateHeure, message),
    })
  })
}

function inWords(statut: number, dateHeure: Date, message: string): string {
  return `statut ${statut}, ${formatDateHeure(dateHeure)}, "${message}"`
}

export function isOpen({ statut }: EnrolmentWindow): boolean {
  return statut !== 0
}

/** `YYYY-MM-DD HH:MM:SS` in Bamako time, which is UTC (docs/contract.md). */
export function formatDateHeure(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}

export function parseDateHeure(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined
  const date = new Date(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(date.getTime()) || formatDateHeure(date) !== text ? undefined : date
}

/** The last second of this year, or of the next when fewer than thirty days are left. */
export function endOfSeason(now: Date): Date {
  const end = (year: number) => new Date(Date.UTC(year, 11, 31, 23, 59, 59))
  const thisYear = end(now.getUTCFullYear())
  return thisYear.getTime() - now.getTime() > 30 * 86_400_000
    ? thisYear
    : end(now.getUTCFullYear() + 1)
}

export const openMessage = 'Les inscriptions sont ouvertes. Elles ferment dans :'
export const soonMessage = 'Les inscriptions ouvrent dans :'
export const closedMessage = closed.message

import { firstDay, months } from './text.ts'

/** Days as a student reads them, in Bamako, whose time is UTC. */

/** "1er janvier": the day never stands alone at the end of a line. */
export function dayOfYear(date: Date): string {
  const day = date.getUTCDate()
  return `${day === 1 ? firstDay : day}\u00a0${months[date.getUTCMonth()]}`
}

/** "30 septembre 2026". Milliseconds. */
export function formatDay(time: number): string {
  const date = new Date(time)
  return `${dayOfYear(date)} ${date.getUTCFullYear()}`
}

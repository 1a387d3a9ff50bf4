import { random as seeded } from '../../../tests/random.ts'

/** What a student does one after the other; the slips are those of one in five. */
export type Deed = 'mistypedPlace' | 'lookup' | 'save' | 'wrongCode' | 'code' | 'mistypedMatricule' | 'status'

export interface Event {
  /** Milliseconds from the beginning. */
  at: number
  student: number
  deed: Deed
}

/** From the least to the most, in seconds. */
export type Gap = readonly [least: number, most: number]

export interface Pace {
  perHour: number
  /** Who fills in the rest of the form. */
  untilSaved: Gap
  /** Whose message is on its way. */
  untilCode: Gap
}

export const usualPace: Pace = { perHour: 10_000, untilSaved: [60, 120], untilCode: [15, 30] }

const mistypes = 5

/** What comes in from so many students at this pace, in the order of its coming; one in five mistypes each thing once. */
export function eventsOf(students: number, { perHour, untilSaved, untilCode }: Pace, seed = 16): Event[] {
  const random = seeded(seed)
  const within = ([least, most]: Gap) => 1000 * (least + random() * (most - least))
  const events = Array.from({ length: students }, (_, student) => {
    const lookup = (student / perHour) * 3_600_000
    const save = lookup + within(untilSaved)
    const code = save + within(untilCode)
    const deeds: [Deed, number][] = [
      ['lookup', lookup],
      ['save', save],
      ['code', code],
      ['status', code + 5000],
    ]
    const slips: [Deed, number][] = [
      ['mistypedPlace', lookup - 8000],
      ['wrongCode', code - 8000],
      ['mistypedMatricule', code + 2000],
    ]
    return [...deeds, ...(student % mistypes === 0 ? slips : [])].map(([deed, at]) => ({ at, student, deed }))
  })
  return events.flat().sort((one, other) => one.at - other.at)
}

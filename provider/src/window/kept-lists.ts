import type { Queries } from '../database/port.ts'
import { Kept } from '../limits/kept.ts'
import { keptAges } from '../limits/limits.ts'
import { readSmsTraffic, type SmsTraffic } from '../sms/sms-traffic.ts'
import { listYears } from '../students/students.ts'
import { type EnrolmentWindow, readWindow } from './enrolment-window.ts'

/** What each visit requests first, with the same answer for every student. */
export interface KeptLists {
  window: Kept<EnrolmentWindow>
  /** All bac years of the imported list, newest first. */
  years: Kept<number[]>
  /** Every save checks it. */
  smsTraffic: Kept<SmsTraffic>
}

export function keepLists(queries: Queries, now: () => Date): KeptLists {
  return {
    window: new Kept(() => readWindow(queries), now, keptAges),
    // An empty list is not kept: an import is near, and another process may run it.
    years: new Kept(
      () => listYears(queries),
      now,
      keptAges,
      years => years.length > 0,
    ),
    smsTraffic: new Kept(() => readSmsTraffic(queries, now()), now, keptAges),
  }
}

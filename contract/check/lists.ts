import {
  type Choice,
  endpoints,
  type ListEndpoint,
  listEndpoints,
  yearGroupOf,
  yearGroups,
} from '../shared.ts'
import { ask, json, type Run } from './ask.ts'

export type Lists = Partial<Record<ListEndpoint, readonly Choice[]>>

/**
 * Checks the lists, the two texts of the home page and the enrolment window: what a first visit
 * requests.
 */
export async function checkLists(run: Run): Promise<Lists> {
  const lists: Lists = {}
  for (const endpoint of listEndpoints) {
    const { reply } = await ask(run, endpoint, {})
    // An unreachable provider is not called for each list.
    if (run.caller.exchanges.length === 0) return lists
    if (!reply) continue
    lists[endpoint] = reply
    checkItems(run, endpoint, reply)
  }
  if (lists.statusYears) checkYears(run, lists.statusYears)
  await ask(run, 'currentBac', {})
  await ask(run, 'newestBac', {})
  return lists
}

function checkItems(
  { caller, report }: Run,
  endpoint: ListEndpoint,
  choices: readonly Choice[],
): void {
  const { path } = endpoints[endpoint]
  const says = 'every item can be chosen, and its code stands once'
  const answer = json(caller.exchanges.at(-1)?.raw.text ?? '') as { Resultat: unknown[][] }
  const lost = (answer.Resultat[0]?.length ?? 0) - choices.length
  report.judge(
    'borne',
    path,
    says,
    lost !== 0 && `${lost} of ${lost + choices.length} items are left out by the portal`,
  )
}

function checkYears({ report }: Run, choices: readonly Choice[]): void {
  const says = 'it offers the codes 2021, 1920 and anciens, which choose the base'
  const { path } = endpoints.statusYears
  const offered = choices.map(({ code }) => yearGroupOf(code))
  const missing = yearGroups.filter(({ code }) => !offered.includes(code)).map(({ code }) => code)
  const stray = choices.filter(({ code }) => !yearGroupOf(code)).map(({ code }) => code)
  if (missing.length === 0 && stray.length === 0) report.holds(path, says)
  if (stray.length > 0)
    report.differs('borne', path, says, `the portal leaves out ${stray.join(', ')}`)
  const instead =
    missing.length === yearGroups.length
      ? 'the portal offers its own three'
      : 'students of those years find no choice'
  if (missing.length > 0)
    report.differs('borne', path, says, `${missing.join(', ')} missing: ${instead}`)
}

/** @returns whether a student may enrol now */
export async function checkWindow(run: Run): Promise<boolean> {
  const { path } = endpoints.chrono
  const { reply } = await ask(run, 'chrono', {})
  if (!reply) return false
  const open = reply.statut === 1 || reply.statut === 2
  const says = 'the date of an open window is to come'
  const past = reply.statut === 1 && reply.target !== undefined && reply.target < Date.now()
  if (past)
    run.report.differs(
      'advice',
      path,
      says,
      'statut 1 with a date that is past: the portal counts down to 0',
    )
  else if (open) run.report.holds(path, says)
  return open
}

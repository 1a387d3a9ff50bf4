import { countWaiting, listWaiting } from '../documents/waiting-files.ts'
import type { Provider } from '../window/provider.ts'
import { giveDossier } from './dossier.ts'
import { count } from './lines.ts'
import type { Operator } from './operator.ts'
import { fail, type Report, say } from './report.ts'

const unknown = (matricule: string) =>
  fail(`${matricule} has not enrolled. See who has with: npm run provider -- files`)

export async function exportDossier(
  provider: Provider,
  matricule: string,
  operator: Operator,
): Promise<Report> {
  const given = await giveDossier(provider, { matricule, action: 'export' }, operator)
  return given
    ? say(`${matricule}: all that is known of the student is in the folder.`)
    : unknown(matricule)
}

/**
 * Passes on the dossier of one student, waiting or not, or the dossiers that have waited longest.
 */
export async function review(
  provider: Provider,
  { matricule, most }: { matricule?: string | undefined; most: number },
  operator: Operator,
): Promise<Report> {
  const waiting = await listWaiting(provider.database, most, matricule)
  const [first] = waiting
  if (matricule !== undefined) {
    const one = {
      matricule,
      action: 'review',
      folder: `${matricule}/`,
      waitingSince: first?.since,
    } as const
    return (await giveDossier(provider, one, operator)) ? say() : unknown(matricule)
  }
  if (!first) return say('No file waits.')
  for (const [index, file] of waiting.entries()) {
    const { matricule, since: waitingSince } = file
    await giveDossier(
      provider,
      { matricule, action: 'review', folder: `${matricule}/`, waitingSince },
      operator,
    )
    operator.tell(`${matricule} (${index + 1} of ${waiting.length})`)
  }
  const left = (await countWaiting(provider.database)).files - waiting.length
  return left > 0
    ? say(`${count(left, 'more file')} waiting: decide on these, then make the next pages.`)
    : say()
}

import * as v from 'valibot'
import { groupOfYear, yearGroups } from '../../../../src/spec/years.ts'
import { formatDateHeure } from '../../window/enrolment-window.ts'
import { academies, type Choice, identityDocuments, series } from '../../window/reference-lists.ts'
import { type Answer, type Call, type CallContext, call } from './call.ts'

const common = (path: string, json: (context: CallContext) => Promise<Answer['json']>): Call =>
  call({ path, body: v.object({}), answer: async (_, context) => ({ json: await json(context) }) })

const list = (path: string, choices: (context: CallContext) => Promise<readonly Choice[]>): Call =>
  common(path, async context => ({ status: 1, msg: '', Resultat: [await choices(context)] }))

/** Bac years of the base's group, newest first. */
async function years({ provider, group }: CallContext): Promise<string[]> {
  return (await provider.kept.years.get()).filter(year => groupOfYear(year) === group).map(String)
}

export const listCalls: readonly Call[] = [
  list('etudiant/liste/serie', async () => series),
  list('etudiant/liste/academie', async () => academies),
  list('etudiant/pieces/identite/utilisee', async () => identityDocuments),
  list('etudiant/liste/annee', async context =>
    (await years(context)).map(year => ({ code: year, libelle: year })),
  ),
  list('etudiant/statut/liste/annee', async () => yearGroups),
  // The bac before the newest one, for the home page's button (docs/contract.md: 2025 beside a new
  // 2026).
  common('etudiant/btn/info', async context => {
    const [newest = '', previous = newest] = await years(context)
    return { status: 1, msg: '', btnInfo: previous }
  }),
  common('etudiant/new/bac', async context => ({
    status: 1,
    msg: '',
    newBac: (await years(context))[0] ?? '',
  })),
  common('etudiant/enrolement/chrono', async ({ provider }) => {
    const { statut, message, dateHeure } = await provider.kept.window.get()
    return { statut, resultat: { message, dateHeure: formatDateHeure(dateHeure) } }
  }),
]

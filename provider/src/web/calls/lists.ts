import * as v from 'valibot'
import { groupOfYear, yearGroups } from '../../../../src/spec/years.ts'
import { formatDateHeure } from '../../window/enrolment-window.ts'
import { academies, type Choice, identityDocuments, series } from '../../window/reference-lists.ts'
import { type Answer, type Call, type CallContext, call } from './call.ts'

const empty = v.object({})

const list = (choices: readonly Choice[]): Answer => ({ json: { status: 1, msg: '', Resultat: [choices] } })

/** Bac years of the base's group, newest first. */
async function years({ provider, group }: CallContext): Promise<number[]> {
  return (await provider.kept.years.get()).filter(year => groupOfYear(year) === group)
}

export const listCalls: readonly Call[] = [
  call({ path: 'etudiant/liste/serie', body: empty, answer: async () => list(series) }),
  call({ path: 'etudiant/liste/academie', body: empty, answer: async () => list(academies) }),
  call({ path: 'etudiant/pieces/identite/utilisee', body: empty, answer: async () => list(identityDocuments) }),
  call({
    path: 'etudiant/liste/annee',
    body: empty,
    answer: async (_, context) =>
      list((await years(context)).map(year => ({ code: String(year), libelle: String(year) }))),
  }),
  call({
    path: 'etudiant/statut/liste/annee',
    body: empty,
    answer: async () => list(yearGroups),
  }),
  // The bac before the newest one, for the home page's button (docs/contract.md: 2025 beside a new 2026).
  call({
    path: 'etudiant/btn/info',
    body: empty,
    answer: async (_, context) => {
      const [newest, previous] = await years(context)
      return { json: { status: 1, msg: '', btnInfo: String(previous ?? newest ?? '') } }
    },
  }),
  call({
    path: 'etudiant/new/bac',
    body: empty,
    answer: async (_, context) => ({ json: { status: 1, msg: '', newBac: String((await years(context))[0] ?? '') } }),
  }),
  call({
    path: 'etudiant/enrolement/chrono',
    body: empty,
    answer: async (_, { provider }) => {
      const { statut, message, dateHeure } = await provider.kept.window.get()
      return { json: { statut, resultat: { message, dateHeure: formatDateHeure(dateHeure) } } }
    },
  }),
]

import { type Decision, decide } from '../documents/documents.ts'
import type { Provider } from '../window/provider.ts'
import { fail, type Report, say } from './report.ts'

export async function decideOn(provider: Provider, decision: Decision): Promise<Report> {
  const { matricule, type, state } = decision
  switch (await decide(provider, decision)) {
    case 'decided':
      return say(`${matricule} ${type}: ${state}.`)
    case 'nothingSent':
      return fail(
        `${matricule} has sent no ${type}. See what was sent with: npm run provider -- files ${matricule}`,
      )
    case 'photoReplaced':
      return fail(
        `Nothing was decided: the student has sent another photograph of ${type} since. Look at it first, on a new page: npm run provider -- review DIR ${matricule}`,
      )
  }
}

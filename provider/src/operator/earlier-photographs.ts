import type { DocumentType } from '../../../src/spec/documents.ts'
import { listVersions, type PutBack, putBack } from '../documents/versions.ts'
import type { Provider } from '../window/provider.ts'
import { versionLine } from './lines.ts'
import { fail, type Report, say } from './report.ts'

export async function showVersions(
  { database }: Provider,
  { matricule, type }: { matricule: string; type?: DocumentType | undefined },
): Promise<Report> {
  const versions = await listVersions(database, matricule, type)
  if (versions.length === 0)
    return say(`No photograph of ${[matricule, type].filter(Boolean).join(' ')} was replaced.`)
  return say(
    ...versions.map(versionLine),
    `Look at them with: npm run provider -- export ${matricule} DIR`,
    `Put one back with: npm run provider -- put-back ${matricule} TYPE --photo DIGEST --as NAME`,
  )
}

export async function putBackFor(provider: Provider, wanted: PutBack): Promise<Report> {
  const { matricule, type, photo } = wanted
  switch (await putBack(provider, wanted)) {
    case 'putBack':
      return say(`${matricule} ${type}: photo ${photo} is back, and waits to be judged.`)
    case 'isThere':
      return fail(`Nothing was changed: photo ${photo} is the one that is there.`)
    case 'unknown':
      return fail(
        `Nothing was changed: ${matricule} has no earlier photo ${photo} of ${type}, or several. See them with: npm run provider -- versions ${matricule}`,
      )
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { type Dossier, newDossier } from '../../core/db/dossiers.ts'
import { knowStored } from '../../core/db/use-stored.ts'
import { itemsKey } from '../../outbox/use-outbox.ts'

const key = ['asDrawn']

/**
 * The wizard begins as the build has drawn it: with the first step, empty, of a device that holds
 * no dossier. What lies on the disk after all is laid under what was typed (draft.ts).
 */
export function beginAsDrawn(client: QueryClient, now: number): void {
  client.setQueryData<Dossier>(key, newDossier('enrolment', now))
  knowStored(client, itemsKey, [])
}

/** Undefined where the wizard waits for the disk. */
export const drawnDossier = (client: QueryClient): Dossier | undefined =>
  client.getQueryData<Dossier>(key)

/** Once the wizard has begun: the next one reads the disk. */
export const forgetDrawn = (client: QueryClient): void => client.removeQueries({ queryKey: key })

import { settings } from '../core/api/settings.ts'
import type { Dossier } from '../core/db/dossiers.ts'
import { keptOriginals } from '../core/db/originals.ts'
import { wizards } from '../features/enrolment/wizards.ts'
import type { Begun } from '../features/home/begun.ts'
import { keptVerdict } from '../features/home/chrono-query.ts'
import { lastStatus } from '../features/status/last-status.ts'
import { mayCorrect } from '../features/status/status.rule.ts'
import { itemsOf } from '../outbox/items.ts'
import { goneMeanwhile } from '../outbox/meanwhile.ts'
import { begunOf } from './begun.ts'

/** With what the outbox and the provider's last answers tell of it. */
export async function readBegun(dossier: Dossier): Promise<Begun> {
  const [items, prepared, verdict, status, gone] = await Promise.all([
    itemsOf(dossier.id),
    keptOriginals(dossier.id),
    keptVerdict(),
    lastStatus(dossier.answers),
    goneMeanwhile(),
  ])
  const plan = wizards[settings.wizard]
  const wanted = status !== undefined && mayCorrect(status)
  return { ...begunOf({ dossier, items, prepared, plan, wanted, offset: verdict?.offset, now: Date.now() }), gone }
}

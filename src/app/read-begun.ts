import { keptVerdict } from '../countdown/chrono-query.ts'
import { wizards } from '../enrolment/wizards.ts'
import type { Begun } from '../home/begun.ts'
import { goneMeanwhile } from '../notify/meanwhile.ts'
import { itemsOf } from '../outbox/items.ts'
import { settings } from '../provider/settings.ts'
import { lastStatus } from '../status/last-status.ts'
import { mayCorrect } from '../status/status.rule.ts'
import type { Dossier } from '../storage/dossiers.ts'
import { keptOriginals } from '../storage/originals.ts'
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

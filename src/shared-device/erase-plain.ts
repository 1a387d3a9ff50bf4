import { forgetItems } from '../outbox/queue.ts'
import { sealDossier } from '../outbox/seal-dossier.ts'
import type { Dossier } from '../storage/dossier.ts'
import { eraseDossier } from '../storage/erase.ts'
import { deviceText } from './text.ts'

/**
 * A dossier without a code. What is left to go out of it is sealed first, under a code that nobody knows: it must not
 * wait in the clear, and what is refused of it must not stay where no dossier shows it.
 */
export async function erasePlain(dossier: Dossier, all: boolean): Promise<void> {
  if (all) {
    await forgetItems(dossier.id)
    return eraseDossier(dossier.id)
  }
  const sealed = await sealDossier(dossier, crypto.randomUUID(), Date.now())
  if (!sealed) throw new Error(deviceText.changed)
  await eraseDossier(sealed)
}

import { documentTypes } from '../rules/documents.ts'
import { readThenWrite } from '../storage/database.ts'
import { originalKey } from '../storage/originals.ts'
import type { Item } from './item.ts'
import { deleteFrom } from './orphans.ts'

/**
 * Forgets what a dossier was answered, in one step with looking whether anything of it still waits or is prepared.
 * @returns false when something is: nothing has changed then
 */
export async function endItems(dossier: string): Promise<boolean> {
  let ended = false
  await readThenWrite(['queue', 'payloads', 'originals'], ({ queue, payloads, originals }) => {
    const picked = originals.getAllKeys()
    picked.onsuccess = () => {
      if (documentTypes.some(document => picked.result.includes(originalKey(dossier, document)))) return
      const reading = queue.getAll()
      reading.onsuccess = () => {
        const mine = (reading.result as Item[]).filter(item => item.dossier === dossier)
        ended = mine.every(({ state }) => state !== 'waiting')
        if (ended) deleteFrom({ queue, payloads }, item => item.dossier === dossier)
      }
    }
  })
  return ended
}

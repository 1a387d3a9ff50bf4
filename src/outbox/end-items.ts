import { promisifyRequest } from 'idb-keyval'
import { transact } from '../core/db/database.ts'
import { letGoFirst } from '../core/db/let-go.ts'
import { sourceFileKey } from '../core/db/source-files.ts'
import { documentTypes } from '../spec/documents.ts'
import { itemsIn } from './items.ts'
import { deleteItems } from './store.ts'

/**
 * Deletes the answered items of a dossier, in one step with the check that none still waits or is
 * prepared. Not announced: the student is on the way to another page, and must not see the dossier
 * empty before.
 * @returns false when one still waits or is prepared: nothing has changed then
 */
export function endItems(dossier: string): Promise<boolean> {
  const end = () =>
    transact(['queue', 'payloads', 'sourceFiles'], async stores => {
      const picked = await promisifyRequest(stores.sourceFiles.getAllKeys())
      if (documentTypes.some(document => picked.includes(sourceFileKey(dossier, document))))
        return false
      const mine = (await itemsIn(stores.queue)).filter(item => item.dossier === dossier)
      if (mine.some(({ state }) => state === 'waiting')) return false
      deleteItems(stores, mine)
      return true
    })
  return letGoFirst(({ owner }) => owner.startsWith(`${dossier}/`), end)
}

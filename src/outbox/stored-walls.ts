import { currentWalls, setWalls, watchWalls } from '../core/api/known-walls.ts'
import { transact } from '../core/db/database.ts'
import { deviceStore, recall } from '../core/db/device-store.ts'
import { within } from '../core/db/within.ts'
import type { Walls } from '../spec/walls.ts'

/** What one page or worker has learned of the network serves the next. */

let kept: Walls | undefined

/** Before something is sent. A disk that fails costs a body, and not the sending. */
export async function recallWalls(): Promise<void> {
  kept = await within(recall(deviceStore.walls)).catch((): undefined => undefined)
  if (kept && kept.at > currentWalls().at) setWalls(kept)
}

async function keep(): Promise<void> {
  const walls = currentWalls()
  if (walls !== kept)
    await transact(['device'], async ({ device }) => void device.put(walls, deviceStore.walls))
}

watchWalls(() => void keep().catch(() => undefined))

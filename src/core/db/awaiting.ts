import { transact, writeTogether } from './database.ts'
import { type Awaiting, deviceStore, recallIn } from './device-store.ts'

const { awaiting: awaitingKey, cameraKills } = deviceStore
/** Milliseconds. After this long a student no longer remembers which photo was meant. */
const freshMs = 30 * 60_000

/**
 * Written to disk before the picker opens: the phone may kill the page meanwhile, and only the disk
 * survives that.
 */
export function awaitPhoto(awaiting: Awaiting): Promise<void> {
  return writeTogether(['device'], ({ device }) => {
    device.put(awaiting, awaitingKey)
  })
}

/**
 * The photo came, or the student closed the picker.
 * @param of forgets only if this document is the awaited one
 */
export function forgetAwaiting(of?: Pick<Awaiting, 'dossier' | 'document'>): Promise<void> {
  return transact(['device'], async ({ device }) => {
    const awaiting = of && (await recallIn(device, awaitingKey))
    if (awaiting?.dossier === of?.dossier && awaiting?.document === of?.document)
      device.delete(awaitingKey)
  })
}

/**
 * The photo that the last page awaited when it ended, and how many pages died behind the camera,
 * each counted once.
 */
export function findInterruption(
  now: number,
): Promise<{ awaiting: Awaiting | undefined; kills: number }> {
  return transact(['device'], async ({ device }) => {
    const awaiting = await recallIn(device, awaitingKey)
    const kills = (await recallIn(device, cameraKills)) ?? 0
    if (awaiting && Math.abs(now - awaiting.at) > freshMs) {
      device.delete(awaitingKey)
      return { awaiting: undefined, kills }
    }
    if (!awaiting || awaiting.counted) return { awaiting, kills }
    device.put({ ...awaiting, counted: true }, awaitingKey)
    if (awaiting.by === 'gallery') return { awaiting, kills }
    device.put(kills + 1, cameraKills)
    return { awaiting, kills: kills + 1 }
  })
}

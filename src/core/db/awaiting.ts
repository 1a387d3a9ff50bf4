import { transact, writeTogether } from './database.ts'
import { type Awaiting, deviceStore, recallIn } from './device-store.ts'

const { awaiting: awaitingKey, cameraKills } = deviceStore
/** Later than this a student does not remember which photo was meant. */
const freshMs = 30 * 60_000

/** On the disk before the picker opens: nothing else survives what may come. */
export function awaitPhoto(awaiting: Awaiting): Promise<void> {
  return writeTogether(['device'], ({ device }) => {
    device.put(awaiting, awaitingKey)
  })
}

/** It came, or the student has left the picker. @param of only where it is this one that is awaited */
export function forgetAwaiting(of?: Pick<Awaiting, 'dossier' | 'document'>): Promise<void> {
  return transact(['device'], async ({ device }) => {
    const awaiting = of && (await recallIn(device, awaitingKey))
    if (awaiting?.dossier === of?.dossier && awaiting?.document === of?.document) device.delete(awaitingKey)
  })
}

/** What the last page was waiting for when it ended, and how many pages the camera has cost; each is counted once. */
export function findInterruption(now: number): Promise<{ awaiting: Awaiting | undefined; kills: number }> {
  return transact(['device'], async ({ device }) => {
    const awaiting = await recallIn(device, awaitingKey)
    const before = (await recallIn(device, cameraKills)) ?? 0
    if (!awaiting) return { awaiting, kills: before }
    if (Math.abs(now - awaiting.at) > freshMs) {
      device.delete(awaitingKey)
      return { awaiting: undefined, kills: before }
    }
    if (awaiting.counted) return { awaiting, kills: before }
    device.put({ ...awaiting, counted: true }, awaitingKey)
    if (awaiting.by === 'gallery') return { awaiting, kills: before }
    device.put(before + 1, cameraKills)
    return { awaiting, kills: before + 1 }
  })
}

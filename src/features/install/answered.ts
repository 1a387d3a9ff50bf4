import { writeTogether } from '../../core/db/database.ts'
import { deviceStore, recall } from '../../core/db/device-store.ts'
import { isShared } from '../../core/db/shared-mode.ts'

/** A yes is not asked for twice, and a no is one for good. */
export const rememberAnswer = (): Promise<void> =>
  writeTogether(['device'], ({ device }) => {
    device.put(true, deviceStore.invited)
  })

/** Of what passes from hand to hand, nobody's home screen is to be changed. */
export const mayInvite = async (): Promise<boolean> =>
  !(await isShared()) && (await recall(deviceStore.invited)) === undefined

import { createChannel } from '../platform/channel.ts'

/** What every tab of this device has to hear at once; never personal. */
export type Notice =
  /** Somebody pressed "Verrouiller" or erased the open dossier. */
  | { kind: 'locked' }
  /** "Appareil partagé" was turned on or off. */
  | { kind: 'mode' }
  /** A dossier has changed on the disk. */
  | { kind: 'draft' }
  /** Everything was erased: what a tab still holds must not be written again. */
  | { kind: 'erased' }

/** `notify` tells the other tabs only: this one knows. */
export const { tellOthers: notify, listen: onNotice } = createChannel<Notice>('coffre')

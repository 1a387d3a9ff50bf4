import { createChannel } from '../core/platform/channel.ts'

/** What the outbox tells to every tab: something changed on the disk, or bytes are moving. */
export type Signal =
  /** `reached`: the provider itself has answered, here, in another tab or in the worker. */
  { kind: 'changed'; reached?: true } | { kind: 'sending'; id: string; sent: number; total: number } | { kind: 'idle' }

export const { tell: announce, listen } = createChannel<Signal>('outbox')

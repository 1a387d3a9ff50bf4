import { getPriority, setPriority } from 'node:os'
import { decodesToItsEnd } from './decoding.ts'

/** A process that only decodes: a crash here does not reach the server. */

const behindTheServer = 5
try {
  // Lower priority than the server: a student who checks a date does not wait for another one's
  // photograph.
  if (getPriority() < behindTheServer) setPriority(behindTheServer)
} catch {
  // Where the machine forbids this, decoding works all the same.
}
process.on('message', async message => {
  if (message instanceof Uint8Array) process.send?.(await decodesToItsEnd(message))
})
// Ctrl-C and the host's stop signal reach this process as well: the server still waits for the
// current decoding.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
// SIGKILL, since an orderly exit would wait for a decoder that hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

import { getPriority, setPriority } from 'node:os'
import { decodesToItsEnd } from './decoding.ts'

/** A process that does nothing but decode: what goes wrong in here is not the server's. */

const behindTheServer = 5
try {
  // Who asks for a date does not wait for somebody's photograph.
  if (getPriority() < behindTheServer) setPriority(behindTheServer)
} catch {
  // A machine that forbids it decodes all the same.
}
process.on('message', async message => {
  if (message instanceof Uint8Array) process.send?.(await decodesToItsEnd(message))
})
// Ctrl-C and a host's stop reach it as well: the server still waits for what is being decoded.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
// By force, since an orderly exit would wait for a decoder that hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

import { type ChildProcess, fork } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `crashed` is a decoder that died of it, `gone` one that ended otherwise, `late` one that was stopped. */
export type Decoding = 'whole' | 'notWhole' | 'crashed' | 'gone' | 'late'

const crashes = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'])

const isSource = import.meta.url.endsWith('.ts')
const script = fileURLToPath(new URL(isSource ? './decode-child.ts' : './decode-child.js', import.meta.url))

/** One process that decodes a picture at a time; started with the first one, and anew when it has died. */
export class Decoder {
  private child: ChildProcess | undefined
  /** How the last one ended that did: an exit code, a signal, or why there was none. */
  end = ''

  constructor(private readonly patienceMs: number) {}

  async decode(bytes: Buffer): Promise<Decoding> {
    try {
      return await this.decodeBy(this.running(), bytes)
    } catch (error) {
      // Of some troubles of a system Node tells by an event, of others by throwing.
      this.end = codeOf(error)
      return 'gone'
    }
  }

  private decodeBy(child: ChildProcess, bytes: Buffer): Promise<Decoding> {
    return new Promise(settle => {
      let isOver = false
      const onMessage = (isWhole: unknown) => end(isWhole === true ? 'whole' : 'notWhole')
      const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
        end(crashes.has(signal) ? 'crashed' : 'gone', String(signal ?? code))
      const onError = (error: Error) => end('gone', codeOf(error))
      const end = (decoding: Decoding, how = '') => {
        // What is sent to a process that could not be started fails as well, and says less.
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
        if (decoding !== 'whole' && decoding !== 'notWhole') this.giveUp(child)
        this.end = how
        settle(decoding)
      }
      const timer = setTimeout(end, this.patienceMs, 'late')
      child.once('message', onMessage).once('exit', onExit).once('error', onError)
      child.send(bytes, error => error && onError(error))
    })
  }

  private running(): ChildProcess {
    if (this.child?.connected) return this.child
    this.child = fork(script, {
      // Where tsx is looked for; and nothing of the environment, in which there are passwords.
      cwd: dirname(script),
      env: {},
      execArgv: isSource ? ['--import', 'tsx'] : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Whoever waits for it hears of its end; when nobody does, the next one starts another.
    this.child.on('error', () => undefined)
    // It must not keep a server running that has nothing else to do.
    this.child.unref()
    this.child.channel?.unref()
    return this.child
  }

  private giveUp(child: ChildProcess): void {
    child.kill('SIGKILL')
    if (this.child === child) this.child = undefined
  }
}

/** The system's word for it, which quotes nothing of a picture. */
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')

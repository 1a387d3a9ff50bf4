import { type ChildProcess, fork } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `crashed`: the decoder died by a fault signal; `gone`: it ended otherwise; `late`: it was stopped
 * by the time limit.
 */
export type Decoding = 'whole' | 'notWhole' | 'crashed' | 'gone' | 'late'

const crashes = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'])

const isSource = import.meta.url.endsWith('.ts')
const script = fileURLToPath(
  new URL(isSource ? './decode-child.ts' : './decode-child.js', import.meta.url),
)

/**
 * A process that decodes one picture at a time; started for the first picture, and again after it
 * has died.
 */
export class Decoder {
  private child: ChildProcess | undefined
  /** How the last decoder process ended: an exit code, a signal, or a system error code. */
  end = ''

  constructor(private readonly patienceMs: number) {}

  async decode(bytes: Buffer): Promise<Decoding> {
    try {
      return await this.decodeBy(this.running(), bytes)
    } catch (error) {
      // Node reports some system errors by an event and throws others.
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
        // When a process could not be started, sending to it fails as well, with a less precise
        // error.
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
      // tsx is resolved from here. The environment stays empty: it contains passwords.
      cwd: dirname(script),
      env: {},
      execArgv: isSource ? ['--import', 'tsx'] : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // decodeBy reports the error to its caller; without a caller, the next picture starts another
    // process.
    this.child.on('error', () => undefined)
    // The child must not keep a server running that has nothing else to do.
    this.child.unref()
    this.child.channel?.unref()
    return this.child
  }

  private giveUp(child: ChildProcess): void {
    child.kill('SIGKILL')
    if (this.child === child) this.child = undefined
  }
}

/** The system's error code: it contains nothing of a picture. */
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

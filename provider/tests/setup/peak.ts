import * as v from 'valibot'
import type { Child } from './child.ts'

const Told = v.object({ peak: v.number() })

/** The most that the impatient server's process has held since it began, also what it has given back. */
export function peakOf(child: Child): Promise<number> {
  return new Promise((settle, failed) => {
    child.process.once('message', message => settle(v.parse(Told, message).peak))
    child.process.send('memory', error => error && failed(error))
  })
}

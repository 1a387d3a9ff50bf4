import { expect } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossier.ts'
import type { Prepared, PreparedPhoto } from '../../../src/documents/image/photo.ts'
import { createPhotoService, type PhotoServicePorts } from '../../../src/documents/photo-service.ts'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { handClock } from './hand-clock.ts'

type Options = Parameters<PhotoServicePorts['prepare']>[1]

/** One photo in the worker: which bytes, what for, and what the worker answers when the test says so. */
interface Job {
  bytes: string
  options: Options
  done(change?: Partial<PreparedPhoto>): void
  refuse(reason: Extract<Prepared, { ok: false }>['reason']): void
  /** The code that prepares photos did not come. */
  lose(): void
}

const photo: PreparedPhoto = {
  bytes: new Uint8Array([1, 2, 3]),
  format: 'jpeg',
  width: 2,
  height: 2,
  fingerprint: 'f',
  advice: [],
  corners: null,
  wire: { gzipped: 3, plain: 4 },
  engine: 'platform',
}

/** A worker in the test's hand; a lock between the photo services of several tabs, who share `locks`. */
export function photoServiceByHand(locks = new Map<string, Promise<unknown>>()) {
  const clock = handClock()
  const jobs: Job[] = []
  const ports: PhotoServicePorts = {
    prepare: ({ bytes }, options) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
        jobs.push({
          bytes: new TextDecoder().decode(bytes),
          options,
          done: change => resolve({ ok: true, photo: { ...photo, ...change } }),
          refuse: reason => resolve({ ok: false, reason }),
          lose: () => reject(new Error('photo code lost')),
        })
      }),
    alone(name, signal, work) {
      const before = locks.get(name) ?? Promise.resolve()
      const turn = before.then(() => {
        signal.throwIfAborted()
        return work()
      })
      locks.set(
        name,
        turn.catch(() => undefined),
      )
      return turn
    },
    after: clock.after,
    persist: () => undefined,
  }
  /** The worker has been given so many photos by now; the last one of them. */
  const job = async (count = 1): Promise<Job> => {
    await expect.poll(() => jobs.length, { interval: 1 }).toBe(count)
    return jobs[count - 1] as Job
  }
  const desk = createPhotoService(ports)
  /** The photo is chosen, and the worker makes this of it. */
  const give = async (dossier: Dossier, document: DocumentType, text: string, change?: Partial<PreparedPhoto>) => {
    const next = jobs.length + 1
    const chosen = desk.choose(dossier, document, picked(text))
    ;(await job(next)).done(change)
    await chosen
  }
  return { desk, clock, jobs, job, give }
}

export const picked = (text: string) => new File([text], `${text}.jpg`, { type: 'image/jpeg' })

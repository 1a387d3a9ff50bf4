import { createHash } from 'node:crypto'
import type { Surroundings } from './bundle.ts'
import type { Caches } from './caches.ts'
import type { Disk, Owner } from './disk.ts'
import type { Link } from './link.ts'
import type { Locks } from './locks.ts'
import { isPicture, type Pictures, turned } from './pictures.ts'
import { blobOf, fetchOf, xhrOf } from './requests.ts'
import type { World } from './world.ts'

/** What all tabs and the worker of one device share. */
export interface Shared {
  world: World
  disk: Disk
  caches: Caches
  /** What lies in localStorage. */
  notes: Map<string, string>
  locks: Locks
  link: Link
  pictures: Pictures
  /** How far its clock is ahead of true time, in milliseconds. */
  clock: { ahead: number }
  /** What a script may read of its cookies. */
  cookies(): string
  channels: Set<{ owner: Owner; hear(data: unknown): void }>
  /** Undefined in a browser without Background Sync. */
  sync: { register(): void; getTags(): string[] } | undefined
}

export interface Place {
  around: Surroundings
  /** An event of the window or the document. */
  fire(type: string): void
}

/** The longest a browser's timer can wait, in milliseconds; a longer one fires at once. */
const longestTimerMs = 2 ** 31 - 1

/** Everything the portal's code touches in a browser; once the owner is dead, nothing it does has an effect. */
export function placeOf(owner: Owner, kind: 'tab' | 'worker', shared: Shared): Place {
  const { world, disk, link, clock } = shared
  const listeners = new Map<string, Array<() => void>>()
  const addEventListener = (type: string, listener: () => void) => {
    listeners.set(type, [...(listeners.get(type) ?? []), listener])
  }
  const later = (ms: number, run: () => void, lane?: string) => world.later(ms, () => owner.alive && run(), lane)
  const soon = <T>(mostMs: number, value: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      later(world.between(0, mostMs), () => {
        try {
          resolve(value())
        } catch (error) {
          reject(error)
        }
      })
    })

  const timers = new Map<number, () => void>()
  const setTimeout = (run: () => void, ms = 0) => {
    const id = timers.size + 1
    timers.set(id, later(ms > longestTimerMs ? 1 : Math.max(1, ms), run))
    return id
  }
  const setInterval = (run: () => void, ms: number) => {
    const id = timers.size + 1
    const again = () => {
      timers.set(id, later(ms, again))
      run()
    }
    timers.set(id, later(ms, again))
    return id
  }
  const { sync } = shared
  const registration = {
    sync: sync && { register: () => soon(300, sync.register), getTags: () => soon(300, sync.getTags) },
  }
  const document =
    kind === 'tab'
      ? {
          visibilityState: 'visible',
          get cookie() {
            return shared.cookies()
          },
          addEventListener,
          removeEventListener() {},
        }
      : undefined
  const cookieStore = {
    getAll: async (name: string) => [{ value: new RegExp(`(?:^|; )${name}=([^;]*)`).exec(shared.cookies())?.[1] }],
  }

  class ModelDate extends Date {
    static override now = () => world.now + clock.ahead
  }
  class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null
    constructor() {
      shared.channels.add({ owner, hear: data => this.onmessage?.({ data }) })
    }
    postMessage(data: unknown): void {
      if (!owner.alive) return
      for (const other of shared.channels)
        if (other.owner !== owner)
          world.later(
            world.between(0, 3),
            () => other.owner.alive && other.hear(data),
            `${owner.name}→${other.owner.name}`,
          )
    }
  }

  const around: Surroundings = {
    globalThis: {
      document,
      cookieStore,
      location: { href: 'https://portal.example/register' },
      localStorage: kind === 'tab' ? notesOf(shared.notes) : undefined,
    },
    navigator: {
      locks: shared.locks.seenBy(owner),
      get onLine() {
        return link.antenna
      },
      serviceWorker: kind === 'tab' ? { getRegistration: () => soon(300, () => registration) } : undefined,
    },
    document,
    indexedDB: disk.seenBy(owner),
    caches: shared.caches.seenBy(later, () => world.between(0, 5)),
    BroadcastChannel: Channel,
    XMLHttpRequest: kind === 'tab' ? xhrOf(link, owner) : undefined,
    fetch: fetchOf(link, owner),
    Blob: blobOf(shared.pictures),
    setTimeout,
    clearTimeout: (id: number | undefined) => timers.get(id ?? 0)?.(),
    setInterval,
    clearInterval: (id: number | undefined) => timers.get(id ?? 0)?.(),
    addEventListener,
    reportError: (error: unknown) => {
      if (owner.alive && !disk.excuses(error)) world.violated(`${owner.name} reports a fault of ours: ${error}`)
    },
    crypto: {
      randomUUID: () => `${world.between(1000, 9999)}-${owner.name}-${world.steps}-${world.now}`,
      subtle: {
        digest: (_: string, bytes: Uint8Array) => soon(40, () => sha256(bytes)),
        importKey: () => soon(5, () => ({})),
        sign: () => soon(5, () => new ArrayBuffer(32)),
      },
    },
    Date: ModelDate,
    Math: Object.create(Math, { random: { value: world.chance } }),
    prepareHere: (sourceFile: ArrayBuffer, { signal, edit }: { signal: AbortSignal; edit?: object }) =>
      soon(3_000, () => {
        signal.throwIfAborted()
        return prepared(sourceFile, edit !== undefined, shared.pictures)
      }),
  }
  return {
    around,
    fire: type => {
      for (const listener of listeners.get(type) ?? []) if (owner.alive) listener()
    },
  }
}

const notesOf = (notes: Map<string, string>) => ({
  getItem: (key: string) => notes.get(key) ?? null,
  setItem: (key: string, value: string) => void notes.set(key, value),
  removeItem: (key: string) => void notes.delete(key),
  clear: () => notes.clear(),
})

function sha256(bytes: Uint8Array): ArrayBuffer {
  const digest = new Uint8Array(createHash('sha256').update(bytes).digest())
  return digest.buffer
}

/** The picked file has the name of its picture in it, whatever the picture is made into. */
function prepared(sourceFile: ArrayBuffer, isEdited: boolean, pictures: Pictures): unknown {
  const name = pictures.nameOf(new Uint8Array(sourceFile))
  if (!isPicture(name)) return { ok: false, reason: 'notAPicture' }
  const bytes = pictures.bytesOf(isEdited ? turned(name) : name)
  return {
    ok: true,
    photo: { bytes, format: 'png', advice: [], corners: null, fingerprint: '', wire: { plain: 1, gzipped: 1 } },
  }
}

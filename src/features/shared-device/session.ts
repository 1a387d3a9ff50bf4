import { lock, notify, onNotice, openDossier } from '../../core/crypto/keyring.ts'
import { within } from '../../core/db/within.ts'
import { createState } from '../../core/platform/signals.ts'
import { erase } from '../../outbox/api.ts'
import { forgetSubject } from './subject.ts'
import { type Unsent, unsentIn } from './unsent.ts'

/**
 * Increments on lock or time-out; used as a React key to reset forms. The lock count alone does not
 * do: it counts open dossiers, and a typed, unsent code has to go where none was open, too.
 */
export const userChangeCount = createState(0)

export const countUserChange = (): void => userChangeCount.set(userChangeCount.get() + 1)

export interface SessionPorts {
  path(): string
  goHome(): void
  /** Drops the personal replies that the screens remember. */
  forgetReplies(): void
}

interface Session {
  /** The list of dossiers that can be opened is shown. */
  listed: boolean
  /** What erasing would lose, once the student asks to end. */
  unsent: Unsent | undefined
  failed: boolean
}

/** Routes with an unlock screen of their own: locked there, the next student sees that screen. */
export const hasUnlock = (path: string): boolean => ['/register', '/preparer'].includes(path)

const fresh: Session = { listed: false, unsent: undefined, failed: false }

/** Ends one student's session on a shared device, and leaves nothing of it to the next student. */
export function createSession({ path, goHome, forgetReplies }: SessionPorts) {
  const { get, set, subscribe } = createState(fresh)
  const change = (part: Partial<Session>) => set({ ...get(), ...part })

  function lockHere(): void {
    // The next student must not be able to submit a code that the last one typed and did not send.
    change({ listed: false })
    countUserChange()
    // The home page shows no personal data: rendering it again would cost calls for nothing.
    if (openDossier() === undefined && path() === '/home') return
    // Screens without a dossier show personal replies, too: leave them as well.
    const leaves = path() !== '/home' && !hasUnlock(path())
    set(fresh)
    lock()
    forgetReplies()
    forgetSubject()
    if (leaves) goHome()
  }
  return {
    get,
    subscribe,
    lockHere,
    /** Locks when another tab has locked. @returns what ends it */
    follow: () => onNotice(({ kind }) => kind === 'locked' && lockHere()),
    lockEverywhere() {
      lockHere()
      notify({ kind: 'locked' })
    },
    list: () => change({ listed: !get().listed }),
    async ask(): Promise<void> {
      const dossier = openDossier()
      if (!dossier) return
      change({ failed: false })
      await within(unsentIn(dossier)).then(
        unsent => change({ unsent }),
        () => change({ failed: true }),
      )
    },
    cancel: () => change({ unsent: undefined }),
    /** @param all also what waits to be sent */
    async erase(all: boolean): Promise<void> {
      const dossier = openDossier()
      if (!dossier) return
      await erase(dossier, all)
      lockHere()
      goHome()
    },
  }
}

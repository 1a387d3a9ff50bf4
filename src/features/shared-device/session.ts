import { lock, notify, onNotice, openDossier } from '../../core/crypto/keyring.ts'
import { createState } from '../../core/platform/signals.ts'
import { erase } from '../../outbox/api.ts'
import { forgetSubject } from './subject.ts'
import { type Unsent, unsentIn } from './unsent.ts'

/**
 * How often nobody was at a shared device any more. A lock counts what was open; a code that was typed and not sent has
 * to go as well where nothing was.
 */
export const userChangeCount = createState(0)

export const countUserChange = (): void => userChangeCount.set(userChangeCount.get() + 1)

export interface SessionPorts {
  path(): string
  goHome(): void
  /** What was asked about somebody, as the screens remember it. */
  forgetReplies(): void
}

interface Session {
  /** The dossiers that can be opened are shown. */
  listed: boolean
  /** What would be lost, once somebody wants to end. */
  unsent: Unsent | undefined
  failed: boolean
}

/** Where an enrolment's door stands: locked there, the next student finds it. */
export const hasUnlock = (path: string): boolean => ['/register', '/preparer'].includes(path)

const fresh: Session = { listed: false, unsent: undefined, failed: false }

/** One student after the other at a shared device: how a session ends, and that nothing of it is left for the next one. */
export function createSession({ path, goHome, forgetReplies }: SessionPorts) {
  const { get, set, subscribe } = createState(fresh)
  const change = (part: Partial<Session>) => set({ ...get(), ...part })

  function lockHere(): void {
    // A code that somebody has typed and not sent is not the next one's to press.
    change({ listed: false })
    countUserChange()
    // There is nothing of anybody on the home page: drawing it anew would cost calls for nothing.
    if (openDossier() === undefined && path() === '/home') return
    // Screens without a dossier show what somebody asked for, too: they end as well.
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
    /** Another tab has locked: so does this one. @returns what ends it */
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
      await unsentIn(dossier).then(
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

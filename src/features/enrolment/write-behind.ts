import { changeDossier, type Dossier, saveDossier } from '../../core/db/dossiers.ts'
import { type StorageTrouble, storageTrouble } from '../../core/db/storage-trouble.ts'
import { changedParts, laidOver } from './parts.rule.ts'

/**
 * In milliseconds: a letter is painted before it is written. No later, since a page may be left right after a choice, and
 * WebKit writes nothing any more of one that is left.
 */
const paintedMs = 30

interface Shown {
  /** The draft as the student sees it. */
  dossier?: Dossier
  /** Why the last write failed; undefined once one has not. */
  trouble?: StorageTrouble | undefined
}

/**
 * All but the answers and the times. Handed over, or taken back, in another tab, this one must not go on, or may; and
 * what another device has brought must not be lost when `leave` puts what is shown.
 */
const aside = ({ answers, lookedUp, closed, savedAt, ...rest }: Dossier): string => JSON.stringify(rest)

/** Brings to the disk what was changed in a draft, over what another tab has written there, and shows that here, too. */
export function createWriteBehind(
  shown: () => Shown,
  show: (news: Shown) => void,
  tellKeeping: (keeping: boolean) => void,
) {
  /** What was changed here and is not on the disk yet, each part with the draft that its last change has made. */
  const unsaved = new Map<string, Dossier>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** A screen is not drawn anew for what it says already. */
  function tell(trouble: StorageTrouble | undefined): void {
    if (trouble !== shown().trouble) show({ trouble })
  }

  function note(before: Dossier, after: Dossier): void {
    for (const part of changedParts(before, after)) unsaved.set(part, after)
    timer ??= setTimeout(flush, paintedMs)
    tellKeeping(unsaved.size > 0)
  }

  /** Writes at once, and shows what lies there; a draft in which nothing was changed here is only read. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const draft = shown().dossier
    if (!draft) return
    const parts = new Map(unsaved)
    try {
      const saved = await changeDossier(draft.id, stored => {
        if (parts.size === 0) return stored
        return { ...(stored ? laidOver(stored, draft, parts) : draft), savedAt: Date.now() }
      })
      if (parts.size > 0) tell(undefined)
      // What was changed once more meanwhile is not there yet.
      for (const [part, made] of parts) if (unsaved.get(part) === made) unsaved.delete(part)
      tellKeeping(unsaved.size > 0)
      const now = shown().dossier
      if (saved?.id !== now?.id || !saved || !now) return
      const next = laidOver(saved, now, unsaved)
      if (changedParts(now, next).length > 0 || aside(now) !== aside(next)) show({ dossier: next })
    } catch (error) {
      // All of it is kept for the next try. Whoever has changed nothing misses nothing.
      if (parts.size > 0) tell(storageTrouble(error))
    }
  }

  /** A page that is thrown away hears of no reading any more: what it shows, the other tab's changes among it, is put. */
  function leave(): void {
    const draft = shown().dossier
    if (draft && unsaved.size > 0) saveDossier({ ...draft, savedAt: Date.now() }).catch(() => undefined)
  }

  function drop(): void {
    unsaved.clear()
    tellKeeping(false)
  }

  return { note, flush, leave, drop }
}

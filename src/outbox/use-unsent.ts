import { useEffect, useRef } from 'react'
import { currentMode } from '../core/db/shared-mode.ts'
import { isInstalled } from '../core/platform/installed.page.ts'
import { watchPage } from '../core/platform/watch-page.page.ts'
import { backAt, goneFrom } from './away.ts'
import { showBadge } from './badge.ts'
import type { Item } from './item.ts'
import { unsent } from './unsent.rule.ts'

/** The portal's icon counts what has still to go; and the device remembers when somebody leaves before it has gone. */
export function useUnsent(items: readonly Item[] | undefined): void {
  const count = items && unsent(items)
  const latest = useRef(0)
  useEffect(() => {
    if (count === undefined) return
    latest.current = count
    if (isInstalled()) showBadge(count)
  }, [count])
  useEffect(() => {
    let left = false
    return watchPage(
      () => {
        const hidden = document.visibilityState === 'hidden'
        // Of a shared device, the next one to look is somebody else.
        if (hidden ? latest.current === 0 || currentMode() === 'shared' : !left) return
        left = hidden
        void (hidden ? goneFrom({ since: Date.now(), installed: isInstalled() }) : backAt()).catch(() => undefined)
      },
      () => undefined,
    )
  }, [])
}

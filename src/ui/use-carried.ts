import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Control, takeCarried, wasAt } from './carried.page.ts'

interface Field {
  value: string
  bare?(text: string): string
  take(text: string): void
  onLeave?: (() => void) | undefined
}

/**
 * When a field appears: takes what the student has given before React knew of it, in this very
 * control or in the one that stood in its place, with the cursor. A field that was emptied counts
 * as edited.
 */
export function useCarried(
  name: string,
  control: RefObject<HTMLElement | null>,
  field: Field,
): void {
  const first = useRef(field)
  // The old control leaves the page, and loses the focus, before any effect.
  const [isAt] = useState(() => wasAt(name))
  useLayoutEffect(() => {
    const now = control.current as HTMLInputElement | null
    const old: Control | null = takeCarried(name) ?? now
    if (!now || !old) return
    const { value, bare = same, take, onLeave } = first.current
    if (bare(old.value) !== value ? old.value || old.edited : old.edited && !value) {
      // Through React's own setter: otherwise React would see no change when the student clears the
      // field later.
      now.value = old.value
      take(old.value)
      if (!isAt && document.activeElement !== now) onLeave?.()
    }
    if (!isAt || old === now) return
    const { selectionStart, selectionEnd = null } = old
    if (selectionStart != null) now.setSelectionRange(selectionStart, selectionEnd)
    now.focus()
  }, [name, control, isAt])
}

const same = (text: string) => text

/**
 * A camera or the gallery that is open: the student is busy with the portal without touching it.
 */

let openPickers = 0

/** @returns the function to call once the picker is closed */
export function countOpenPicker(): () => void {
  openPickers += 1
  let closed = false
  return () => {
    if (!closed) openPickers -= 1
    closed = true
  }
}

export const isPickerOpen = (): boolean => openPickers > 0

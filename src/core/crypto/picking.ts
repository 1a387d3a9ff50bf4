/** Whether a camera or the gallery is open: the student is busy with the portal without touching it. */
let open = 0

/** @returns what to call once it is closed */
export function pickerOpened(): () => void {
  open += 1
  let closed = false
  return () => {
    if (!closed) open -= 1
    closed = true
  }
}

export const isPicking = (): boolean => open > 0

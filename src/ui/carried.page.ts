import { putPacked, takePacked } from './packed.page.ts'

/**
 * What the student has given in controls that React draws anew: because the page was altered before
 * React came (docs/platform.md, "The page"), or because an error took their screen away. The old
 * controls keep it in memory, also once they have left the page. A dossier's own code is no answer,
 * and is not carried.
 */

declare global {
  interface HTMLElement {
    /** The student has changed it; set by the page's first script (build/after-paint.ts). */
    edited?: unknown
  }
}

/** A control, or what is left of one. */
export type Control = Pick<HTMLInputElement, 'value'> & Partial<HTMLInputElement>

const controls = '#root :is(input, select):not(.secret)'
const carried = new Map<string, Control>()
/** What had the focus when the controls were carried over. */
let at: Element | null

/** No screen has two fields of one name. */
const keyOf = (name: string, path = location.pathname) => path + name

/**
 * Remembers the controls of the page, which React is about to replace.
 * @param path where they belong, if the student has just followed a link
 * @returns whether the student is at one of them
 */
export function carryOver(path?: string): boolean {
  for (const control of document.querySelectorAll<HTMLInputElement>(controls))
    carried.set(keyOf(control.name, path), control)
  at = document.activeElement
  return at?.matches(controls) === true
}

/** Before another student has the device. */
export const letGo = (): void => carried.clear()

// While the build draws a page there is no address, and nothing to carry.
const carriedOf = (name: string) => (carried.size > 0 ? carried.get(keyOf(name)) : undefined)

/** Whether the student was at the control of this name. */
export function wasAt(name: string): boolean {
  const control = carriedOf(name)
  return control !== undefined && control === (control.isConnected ? document.activeElement : at)
}

/** The control of this name that stood here before; only once. */
export function takeCarried(name: string): Control | undefined {
  const control = carriedOf(name)
  if (control) carried.delete(keyOf(name))
  return control
}

/** Keeps the answers for this page when it is loaded again. Only of a student's own device. */
export function pack(): void {
  carryOver()
  putPacked([...carried].map(([key, { value }]) => [key, value] as const))
}

export function unpack(): void {
  // What was typed since counts.
  for (const [key, value] of takePacked()) if (!carried.get(key)?.value) carried.set(key, { value })
}

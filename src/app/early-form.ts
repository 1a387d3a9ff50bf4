import type { Choice } from '../core/api/schemas.ts'
import { firstDraft } from '../core/db/first-draft.page.ts'
import { carryOver, pack, takeCarried, unpack } from '../ui/carried.page.ts'
import { takePacked } from '../ui/packed.page.ts'
import type { TakeOver } from './take-over.page.ts'

/** Milliseconds: a disk that does not answer holds up React no longer. A slow phone needs 2,000. */
const diskMs = 3_000

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Lets the wizard's first step, which the build has drawn without a single answer, take answers
 * before React is there: its lists, as the worker keeps them, the answers of a draft, and the
 * fields that the first answer opens. React adopts what was given (src/ui/use-carried.ts). A part
 * of the entry: it imports nothing that a slow phone would have to run first.
 */
export async function beginForm(form: HTMLFormElement, { start, learn, onTurn, over }: TakeOver) {
  const path = location.pathname
  const adopted = new AbortController()
  const { signal } = adopted
  const controls = [...form.elements].filter((one): one is Control =>
    one.matches('input:not([type=checkbox]), select'),
  )
  // Before React, whose holding of touches ends each event (hold-touches.ts).
  const open = opening(form, controls)
  addEventListener('input', open, { capture: true, signal })

  const button = form.querySelector<HTMLElement>('[type=submit]')
  form.addEventListener('submit', () => button?.setAttribute('aria-busy', 'true'), { signal })
  // The page may be loaded again before React keeps what is given.
  addEventListener('pagehide', pack, { signal })
  // Or follow a link, and come back.
  onTurn(isLeft => isLeft && carryOver(path))
  unpack()

  const enough = new Promise<undefined>(resolve => setTimeout(resolve, diskMs))
  const draft = Promise.race([firstDraft(), enough]).catch(() => undefined)
  const lists: Record<string, Choice[]> = {}
  learn(() => ({
    lists,
    isEmptyForm: true,
    onAdopted() {
      adopted.abort()
      // Of a page that was out of sight, and came back as it was.
      takePacked()
      if (!button?.hasAttribute('aria-busy')) return
      button.removeAttribute('aria-busy')
      button.click()
    },
  }))
  const bring = async (control: Control) => {
    const { list } = control.dataset
    if (list) {
      const choices = await Promise.race([keptList(list), enough])
      if (over.aborted) return
      if (!choices) throw new Error(`${list} is not kept here.`)
      lists[list] = choices
      control.append(...choices.map(({ code, libelle }) => new Option(libelle, code)))
    }
    const value = takeCarried(control.name)?.value ?? (await draft)?.[control.name]
    if (value && !control.edited) {
      control.value = value
      // What is typed next takes its place.
      if (control === document.activeElement && 'select' in control) control.select()
    }
    open()
  }
  // Without one of its lists the form is not as React would draw it first: it is drawn anew.
  await Promise.all(controls.map(bring)).catch(() => {
    delete form.closest<HTMLElement>('#root')?.dataset.page
  })
  import('./early-network.tsx').then(({ tellNetwork }) => tellNetwork(over), ignore)
  const isBegun = Object.keys((await draft) ?? {}).length > 0
  if (isBegun && document.activeElement === document.body) firstOpen(controls)?.focus()
  start()
}

/** React needs the same part, and says what has not come. */
const ignore = () => undefined

const firstOpen = (controls: readonly Control[]) =>
  controls.find(one => !one.value && !one.disabled && one.getAttribute('aria-required') === 'true')

/** The first answer opens the other fields; the place that says so is theirs then. */
function opening(form: HTMLFormElement, controls: readonly Control[]): () => void {
  const [opener] = controls.filter(({ disabled }) => !disabled)
  const closed = controls.filter(({ disabled }) => disabled)
  const hidden = form.querySelectorAll<HTMLElement>('[hidden]')
  const hint = opener?.parentElement?.querySelector<HTMLElement>('.hint')
  return () => {
    if (!opener || closed.length === 0) return
    for (const control of closed) control.disabled = !opener.value
    for (const part of hidden) part.hidden = !opener.value
    if (hint) hint.hidden = opener.value !== ''
  }
}

/** @throws where the Cache can't be read */
async function keptList(address: string): Promise<Choice[] | undefined> {
  const kept = await caches.match(address)
  if (!kept) return undefined
  const { Resultat } = JSON.parse(await kept.text())
  return Resultat[0].map(({ code, libelle }: Choice) => ({ code, libelle }))
}

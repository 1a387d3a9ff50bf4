/** Opens over the page, at its heading: who listens is told what has opened. */
export function openAt(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.showModal()
  dialog.querySelector('h2')?.focus()
}

/** Opens the dialog over the page and focuses its heading, so that a screen reader announces what has opened. */
export function openAt(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.showModal()
  dialog.querySelector('h2')?.focus()
}

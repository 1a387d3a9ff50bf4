import { vi } from 'vitest'

/** A page in a test's hand: what the draft hears of it. */
function handPage() {
  const page = { turn: () => {}, leave: () => {} }
  const watch = (turn: () => void, leave: () => void) => {
    Object.assign(page, { turn, leave })
    return () => Object.assign(page, { turn: () => {}, leave: () => {} })
  }
  return { page, watch }
}

/** A tab at the wizard: modules, memory and page of its own; the disk and the channel between tabs are one. */
export async function openTab() {
  vi.resetModules()
  const [{ createDraft }, { bePatient }, dossiers, mode, encrypted, unlock, keyring] = await Promise.all([
    import('../../../src/features/enrolment/draft.ts'),
    import('../../../src/core/db/patience.page.ts'),
    import('../../../src/core/db/dossiers.ts'),
    import('../../../src/core/db/shared-mode.ts'),
    import('../../../src/core/db/create-encrypted.ts'),
    import('../../../src/core/db/unlock.ts'),
    import('../../../src/core/crypto/keyring.ts'),
  ])
  bePatient(() => Promise.reject(new Error('No memory here.')))
  await mode.readMode()
  const { page, watch } = handPage()
  const draft = createDraft(watch)
  const answers = () => draft.get().dossier?.answers
  return { ...dossiers, ...mode, ...encrypted, ...unlock, ...keyring, draft, answers, page }
}

export type Tab = Awaited<ReturnType<typeof openTab>>

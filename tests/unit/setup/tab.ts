import { freshPage } from './fresh-page.ts'

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
  const tab = await freshPage(
    () => import('../../../src/features/enrolment/draft.ts'),
    () => import('../../../src/core/db/patience.page.ts'),
    () => import('../../../src/core/db/dossiers.ts'),
    () => import('../../../src/core/db/shared-mode.ts'),
    () => import('../../../src/core/db/create-encrypted.ts'),
    () => import('../../../src/core/db/unlock.ts'),
    () => import('../../../src/core/crypto/keyring.ts'),
  )
  tab.bePatient(() => Promise.reject(new Error('No memory here.')))
  await tab.readMode()
  const { page, watch } = handPage()
  const draft = tab.createDraft(watch)
  const answers = () => draft.get().dossier?.answers
  return { ...tab, draft, answers, page }
}

export type Tab = Awaited<ReturnType<typeof openTab>>

import { expect, test, vi } from 'vitest'
import { newDossier } from '../../../../src/core/db/dossiers.ts'
import { createState } from '../../../../src/core/platform/signals.ts'
import type { DraftState } from '../../../../src/features/enrolment/draft.ts'
import { askWhenSettled } from '../../../../src/features/enrolment/identity.ts'
import { filled } from './filled.ts'

test('a lookup that is answered while it is asked is ended, and not asked again', () => {
  const { get, set, subscribe } = createState<DraftState>({
    dossier: { ...newDossier('enrolment', 1), answers: filled },
  })
  const end = vi.fn()
  const ask = vi.fn((_: unknown, lookedUp: string) => {
    const { dossier } = get()
    if (dossier) set({ dossier: { ...dossier, lookedUp } })
    return end
  })
  const search = askWhenSettled({ get, subscribe }, ask)
  expect([ask.mock.calls.length, end.mock.calls.length]).toEqual([1, 1])
  search.end()
  expect(end).toHaveBeenCalledTimes(1)
})

import type { RequestKeyOf, WaitingEndpoint } from '../../core/api/endpoints.ts'
import { type StorageTrouble, storageTrouble } from '../../core/db/database.ts'
import type { Dossier } from '../../core/db/dossier.ts'
import { createState } from '../../core/platform/signals.ts'
import { forgetItems, queueRequest, withdrawRequest } from '../../outbox/api.ts'
import type { Item, Request } from '../../outbox/item.ts'
import type { Draft } from './draft.ts'
import { enrolmentBody, type WizardPlan } from './wizard.ts'

export type Calls = ReturnType<typeof createCalls>

/** The wizard's calls to the provider. State: the trouble that kept one from the disk. */
export function createCalls(plan: WizardPlan, draft: Draft, askToPersist: () => Promise<void>) {
  const { get, set, subscribe } = createState<StorageTrouble | undefined>(undefined)
  const answers = () => draft.get().dossier?.answers ?? {}

  /** Stores a call until there is a network, after writing the answers that it was made from. */
  async function keep<E extends WaitingEndpoint>(
    request: Omit<Request<E>, 'dossier'>,
  ): Promise<void> {
    const { dossier } = draft.get()
    if (!dossier) return
    try {
      await draft.flush()
      await queueRequest({ ...request, dossier: dossier.id }, Date.now())
      set(undefined)
      await askToPersist()
    } catch (error) {
      set(storageTrouble(error))
    }
  }

  function enrol(requestKey: RequestKeyOf<'enrol'>): void {
    const first = plan.steps[0]
    if (first?.kind === 'identity')
      void keep({ requestKey, endpoint: 'enrol', body: enrolmentBody(first, answers()) })
  }

  return {
    get,
    subscribe,
    keep,
    save: () => enrol('save'),
    async withdrawSave(): Promise<void> {
      const { dossier } = draft.get()
      if (dossier) await withdrawRequest(dossier.id, 'save')
    },
    /** Opens the first step again, before a code confirms it: its save counts no longer. */
    async correct(items: readonly Item[]): Promise<void> {
      const { dossier } = draft.get()
      if (!dossier) return
      draft.change(withoutCode)
      try {
        await draft.flush()
        for (const requestKey of ['code', 'newCode'] as const)
          await withdrawRequest(dossier.id, requestKey)
        await forgetItems(
          items.filter(({ requestKey }) => requestKey === 'save' || requestKey === 'newCode'),
        )
      } catch (error) {
        set(storageTrouble(error))
      }
    },
    newCode: () => enrol('newCode'),
    confirmCode(): void {
      const { matricule = '', otp = '' } = answers()
      void keep({ requestKey: 'code', endpoint: 'confirmCode', body: { matricule, otp } })
    },
    validate(): void {
      void keep({
        requestKey: 'validate',
        endpoint: 'validateFile',
        body: { matricule: answers().matricule ?? '' },
      })
    },
  }
}

/**
 * An accepted code must not stay among the answers, which travel; the outbox has kept it for the
 * receipt.
 */
export function dropServedCode(
  draft: Draft,
  otp: string | undefined,
  items: readonly Item[] | undefined,
): void {
  const served = items?.some(
    ({ requestKey, state }) => requestKey === 'code' && state === 'accepted',
  )
  if (!served || otp === undefined) return
  draft.change(withoutCode)
  draft.flush()
}

const withoutCode = ({ answers: { otp: _, ...answers }, ...dossier }: Dossier): Dossier => ({
  ...dossier,
  answers,
})

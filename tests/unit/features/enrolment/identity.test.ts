import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../../src/app/query-client.ts'
import { createDraft } from '../../../../src/features/enrolment/draft.ts'
import { createIdentity } from '../../../../src/features/enrolment/identity.ts'
import type { IdentityStep } from '../../../../src/features/enrolment/wizard.ts'
import { wizards } from '../../../../src/features/enrolment/wizards.ts'
import { wipeDevice } from '../../setup/device.ts'
import { later } from '../../setup/later.ts'
import { watchReports } from '../../setup/reports.ts'

watchReports()
const asked = vi.fn<typeof fetch>()
const closers: (() => void)[] = []

beforeEach(async () => {
  await wipeDevice()
  asked.mockReset()
  vi.stubGlobal('fetch', asked)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.useRealTimers()
})

const four = { anneeBac: '2025', numPlace: '42', serie: 'TSE', ae: 'BAMAKO' }
const awa = { matricule: 'MA2025AT42', prenom: 'Awa', nom: 'TRAORÉ' }
const fatou = { matricule: 'MA2025FC77', prenom: 'Fatou', nom: 'COULIBALY' }

const found = (resultat: typeof awa) => Response.json({ status: 1, msg: 'Voilà.', resultat })
const nobody = () => Response.json({ status: 0, msg: 'Aucun bachelier de ce nom.' })
const questions = () => asked.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).numPlace)

function firstStepOf({ steps: [first] }: typeof wizards.complete): IdentityStep {
  if (first?.kind !== 'identity') throw new Error('The wizard begins with something else.')
  return first
}

/** The first step, open on a draft in which this stands. */
async function atFirstStep(typed: Record<string, string> = {}, plan = wizards.complete) {
  const draft = createDraft(() => () => {})
  closers.push(draft.open())
  await expect.poll(() => draft.get().dossier).toBeDefined()
  draft.change(dossier => ({ ...dossier, answers: typed }))
  const identity = createIdentity(firstStepOf(plan), draft, createQueryClient())
  const leave = identity.seek() ?? (() => {})
  closers.push(leave)
  const person = () => {
    const { matricule, prenom, nom } = draft.get().dossier?.answers ?? {}
    return matricule && { matricule, prenom, nom }
  }
  const type = (answers: Record<string, string>) => {
    for (const [name, value] of Object.entries(answers)) identity.answer(name, value)
  }
  return { draft, identity, leave, person, type }
}

/** The same, while the answer to its first question is on its way. */
async function asking(typed: Record<string, string> = four) {
  const slow = later<Response>()
  asked.mockReturnValueOnce(slow.promise)
  const step = await atFirstStep(typed)
  await expect.poll(questions).toEqual([typed.numPlace])
  return { ...step, slow }
}
/** The same, once Awa was found. */
async function atAwa() {
  asked.mockImplementation(async () => found(awa))
  const step = await atFirstStep(four)
  await expect.poll(step.person).toEqual(awa)
  return step
}

/** A pause in typing, and what comes of it at once. */
const pause = () => vi.advanceTimersByTimeAsync(2000)

describe('the student', () => {
  test('is looked up once nothing was typed for two seconds, and named', async () => {
    const slow = later<Response>()
    asked.mockReturnValueOnce(slow.promise)
    const { identity, person, type } = await atFirstStep()
    type({ ...four, numPlace: '4' })
    await vi.advanceTimersByTimeAsync(1999)
    type({ numPlace: '42' })
    await vi.advanceTimersByTimeAsync(1999)
    expect(questions()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(identity.get().lookup?.isFetching).toBe(true)
    slow.resolve(found(awa))
    await expect.poll(person).toEqual(awa)
    expect(identity.get()).toEqual({ lookup: undefined, notice: { tone: 'info', msg: 'Voilà.' } })
    await pause()
    expect(questions()).toEqual(['42'])
  })

  test('is looked up half a second after a list was closed or a field was left, unless another change follows', async () => {
    asked.mockImplementation(async () => found(awa))
    const { identity, person, type } = await atFirstStep()
    type(four)
    identity.settleSoon()
    await vi.advanceTimersByTimeAsync(499)
    type({ numPlace: '4' })
    type({ numPlace: '42' })
    await vi.advanceTimersByTimeAsync(499)
    expect(questions()).toEqual([])
    identity.settleSoon()
    await vi.advanceTimersByTimeAsync(499)
    expect(questions()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(person).toEqual(awa)
    expect(questions()).toEqual(['42'])
  })

  test('is not looked up for what the keys of a list pass by, however long they stand there, until it is left', async () => {
    asked.mockImplementation(async () => found(awa))
    const { identity, person, type } = await atFirstStep()
    type({ ...four, ae: '' })
    for (const ae of ['KAYES', 'KITA', four.ae]) {
      identity.answer('ae', ae, true)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(questions()).toEqual([])
    identity.settleSoon()
    await vi.advanceTimersByTimeAsync(499)
    expect(questions()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(person).toEqual(awa)
    expect(questions()).toEqual(['42'])
    type({ numPlace: '77' })
    await pause()
    expect(questions()).toEqual(['42', '77'])
  })

  test('is not asked for once more where the keys come back to an answer, until the list is left', async () => {
    asked.mockImplementation(async () => nobody())
    const { identity } = await atFirstStep(four)
    await expect.poll(() => identity.get().notice?.tone).toBe('danger')
    for (const ae of ['KAYES', four.ae]) {
      identity.answer('ae', ae, true)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(questions()).toEqual(['42'])
    // What stands above the list may not go, either: the list would move.
    expect(identity.get().notice?.tone).toBe('danger')
    identity.settle()
    expect(identity.get().notice).toBeUndefined()
    await expect.poll(() => identity.get().notice?.tone).toBe('danger')
    expect(questions()).toEqual(['42', '42'])
  })

  test('is no answer to whom a list is stepped through meanwhile', async () => {
    const { identity, person, slow } = await asking()
    asked.mockImplementation(async () => found(awa))
    identity.answer('tuteur', 'NINA', true)
    slow.resolve(nobody())
    await pause()
    expect([person(), identity.get().notice]).toEqual([undefined, undefined])
    identity.settleSoon()
    await pause()
    await expect.poll(person).toEqual(awa)
  })

  test('is looked up at once when Enter is pressed, and only once', async () => {
    asked.mockImplementation(async () => found(awa))
    const { identity, person, type } = await atFirstStep()
    type(four)
    identity.settle()
    identity.settle()
    await expect.poll(person).toEqual(awa)
    await pause()
    expect(questions()).toEqual(['42'])
  })

  test('of a draft that had not been answered is looked up without a pause; of one that had, not again', async () => {
    const { draft } = await atAwa()
    const again = createIdentity(firstStepOf(wizards.complete), draft, createQueryClient())
    closers.push(again.seek() ?? (() => {}))
    await pause()
    expect(questions()).toEqual(['42'])
  })

  test('is asked for anew by every change, and gone as soon as the answers are others', async () => {
    const { person, type } = await atAwa()
    type({ numPlace: '77' })
    expect(person()).toBeUndefined()
    await pause()
    await expect.poll(person).toEqual(awa)
    expect(questions()).toEqual(['42', '77'])
  })

  test('who is somebody else is taken away, and looked up again only when asked for', async () => {
    const { identity, person } = await atAwa()
    identity.decline()
    expect(person()).toBeUndefined()
    expect(identity.get().notice).toBeUndefined()
    await pause()
    expect(questions()).toEqual(['42'])
    identity.lookAgain()
    await expect.poll(person).toEqual(awa)
  })

  test('is looked for in no reading that has them type their name', async () => {
    const { type } = await atFirstStep(four, wizards.reduced)
    type({ numPlace: '77' })
    await pause()
    expect(asked).not.toHaveBeenCalled()
  })
})

describe('an answer that comes late', () => {
  test('to an older question changes nothing', async () => {
    const { person, type, slow } = await asking({ ...four, numPlace: '77' })
    asked.mockResolvedValueOnce(found(awa))
    type({ numPlace: '42' })
    await pause()
    await expect.poll(person).toEqual(awa)
    slow.resolve(found(fatou))
    await pause()
    expect(person()).toEqual(awa)
  })

  test('to a question that was taken back names nobody', async () => {
    const { identity, person, type, slow } = await asking()
    type({ serie: '' })
    slow.resolve(found(awa))
    await pause()
    expect([person(), identity.get()]).toEqual([undefined, { lookup: undefined, notice: undefined }])
  })

  test('after the step was left names nobody', async () => {
    const { leave, person, slow } = await asking()
    leave()
    expect(asked.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
    slow.resolve(found(awa))
    await pause()
    expect(person()).toBeUndefined()
  })
})

describe('a lookup that finds nobody', () => {
  test('is told by its own words until something is changed, and does not ask again by itself', async () => {
    asked.mockImplementation(async () => nobody())
    const { identity, person, type } = await atFirstStep(four)
    await expect.poll(() => identity.get().notice).toEqual({ tone: 'danger', msg: 'Aucun bachelier de ce nom.' })
    await pause()
    expect([person(), questions()]).toEqual([undefined, ['42']])
    type({ phone: '76543210' })
    expect(identity.get().notice).toBeUndefined()
  })

  test('because the call itself failed says why, and can be asked again', async () => {
    asked.mockResolvedValueOnce(Response.json({ status: 0, msg: 'Recherche indisponible.' }, { status: 400 }))
    const { identity, person } = await atFirstStep(four)
    await expect.poll(() => identity.get().lookup?.error).toMatchObject({ problem: { kind: 'http', code: 400 } })
    asked.mockResolvedValueOnce(found(awa))
    await identity.get().lookup?.refetch()
    await expect.poll(person).toEqual(awa)
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { learnTold } from '../../../../src/core/api/clock.ts'
import { isUnreachable, type Problem, ProblemError, problemOf } from '../../../../src/core/api/problem.ts'
import { errorText, problemText } from '../../../../src/core/api/text.ts'

/** One of each kind: a kind that is added without a line here does not compile. */
const problems: { [K in Problem['kind']]: Extract<Problem, { kind: K }> } = {
  offline: { kind: 'offline' },
  timeout: { kind: 'timeout' },
  stalled: { kind: 'stalled' },
  cancelled: { kind: 'cancelled' },
  captive: { kind: 'captive' },
  contract: { kind: 'contract' },
  damaged: { kind: 'damaged' },
  unread: { kind: 'unread' },
  http: { kind: 'http', code: 500 },
}
const every = Object.values(problems)

describe('a student is told in French what went wrong', () => {
  test.each(every)('$kind', problem => {
    const words = problemText(problem)
    expect(words).toMatch(/^\p{Lu}.*[^.]\.$|\)\.$/u)
    expect(words).not.toContain(problem.kind)
    expect(errorText(new ProblemError(problem))).toBe(words)
  })

  test('each in its own words', () => expect(new Set(every.map(problemText)).size).toBe(every.length))

  test.each([
    [413, 'Un filtre de ce réseau refuse cet envoi (erreur 413).'],
    [403, 'Un filtre de ce réseau refuse cet envoi (erreur 403).'],
    [429, 'Trop de demandes à la fois. Patientez un peu avant de réessayer.'],
    [503, 'Le serveur est momentanément en panne (erreur 503).'],
    [404, 'Le serveur a refusé la demande (erreur 404).'],
  ])('an error %i', (code, words) => expect(problemText({ kind: 'http', code })).toBe(words))

  test('what the provider itself said comes first, unless it said nothing', () => {
    const said = (msg: string): Problem => ({ kind: 'http', code: 422, reply: { status: 0, msg } })
    expect(problemText(said('Code faux'))).toBe('Code faux')
    expect(problemText(said(''))).toBe('Le serveur a refusé la demande (erreur 422).')
    expect(problemText({ ...said(''), code: 413 } as Problem)).toBe('Le fichier est trop lourd pour le serveur.')
  })

  test('a fault of ours is not blamed on the network', () => {
    expect(errorText(new Error('x is not a function'))).toBe("Une erreur inattendue s'est produite.")
  })
})

test('only a ProblemError names a problem', () => {
  expect(problemOf(new ProblemError(problems.offline))).toEqual({ kind: 'offline' })
  expect(problemOf(new TypeError('fetch failed'))).toBeUndefined()
  expect(problemOf(undefined)).toBeUndefined()
})

test.each(every)('a kept answer may speak for the provider on $kind, and never when a server has answered', problem => {
  expect(isUnreachable(problem)).toBe(problem.kind !== 'http')
})

describe('where the date of the phone is what keeps the network away', () => {
  const told = (kind: 'offline' | 'captive', now: number) => {
    learnTold('Sat, 28 Nov 2026 10:00:00 GMT')
    vi.useFakeTimers({ toFake: ['Date'], now })
    return problemText({ kind }).replaceAll('\u00a0', ' ')
  }
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['past', Date.UTC(2015, 0, 1), 'La date de ce téléphone est le 1er janvier 2015 : réglez-la dans les paramètres'],
    ['to come', Date.UTC(2036, 6, 9), 'La date de ce téléphone est le 9 juillet 2036 : si elle est fausse, réglez-la'],
  ])('a student is told to set it: %s', (_, now, words) => expect(told('offline', now)).toContain(words))

  test('and of nothing but the network where it may be right', () =>
    expect(told('offline', Date.UTC(2027, 0, 20))).toBe('Pas de réseau pour le moment.'))

  test('and of a network that wants to be opened where one has answered', () =>
    expect(told('captive', Date.UTC(2015, 0, 1))).toMatch(/^Ce réseau demande d'abord/))
})

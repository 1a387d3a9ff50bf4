import { describe, expect, test } from 'vitest'
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
    [413, 'Le fichier est trop lourd pour le serveur.'],
    [429, 'Trop de demandes à la fois. Patientez un peu avant de réessayer.'],
    [503, 'Le serveur est momentanément en panne (erreur 503).'],
    [404, 'Le serveur a refusé la demande (erreur 404).'],
  ])('an error %i', (code, words) => expect(problemText({ kind: 'http', code })).toBe(words))

  test('what the provider itself said comes first, unless it said nothing', () => {
    const said = (msg: string): Problem => ({ kind: 'http', code: 422, reply: { status: 0, msg } })
    expect(problemText(said('Code faux'))).toBe('Code faux')
    expect(problemText(said(''))).toBe('Le serveur a refusé la demande (erreur 422).')
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

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { learnTold } from '../../../../src/core/api/clock.ts'
import { ProblemError } from '../../../../src/core/api/problem.ts'
import { replyTo } from '../../../../src/core/db/kept.ts'
import { askOrRecall, keptReplyText } from '../../../../src/outbox/ui/fresh-or-kept.ts'
import { wipeDevice } from '../../setup/device.ts'
import { silentOpenings } from '../../setup/failing-disk.ts'
import { passTime } from '../../setup/pass-time.ts'
import { watchReports } from '../../setup/reports.ts'

const question = 'status/2021/phone/76123456'
const answers = (status: number) => async () => ({ status })
const fails = (problem: ConstructorParameters<typeof ProblemError>[0]) => async () => {
  throw new ProblemError(problem)
}

watchReports()
beforeEach(async () => {
  vi.useRealTimers()
  await wipeDevice()
})

describe('a student who asks about a file', () => {
  test('is told what the provider says now, and without a network what it said last, and when', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 9 })
    expect(await askOrRecall(question, answers(1))).toEqual({ reply: { status: 1 } })
    await expect.poll(() => replyTo(question)).toBeDefined()
    vi.setSystemTime(20)
    expect(await askOrRecall(question, answers(2))).toEqual({ reply: { status: 2 } })
    await expect.poll(() => replyTo(question)).toMatchObject({ reply: { status: 2 } })
    vi.setSystemTime(30)
    expect(await askOrRecall(question, fails({ kind: 'offline' }))).toEqual({
      reply: { status: 2 },
      kept: { at: 20, problem: { kind: 'offline' } },
    })
  })

  test('is told it on a disk that never answers, and why there is none without a network', async () => {
    const disk = silentOpenings()
    expect(await askOrRecall(question, answers(1))).toEqual({ reply: { status: 1 } })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failed = expect(askOrRecall(question, fails({ kind: 'offline' }))).rejects.toThrow('offline')
    await passTime(10_000)
    await failed
    disk.answer()
    vi.useRealTimers()
    await expect.poll(() => replyTo(question)).toMatchObject({ reply: { status: 1 } })
  })

  test('is told nothing old where the provider itself has answered', async () => {
    await askOrRecall(question, answers(1))
    await expect.poll(() => replyTo(question)).toBeDefined()
    await expect(askOrRecall(question, fails({ kind: 'http', code: 500 }))).rejects.toThrow('http')
  })

  test('is told nothing of another question', async () => {
    await askOrRecall(question, answers(1))
    await expect.poll(() => replyTo(question)).toBeDefined()
    await expect(askOrRecall('status/1920/phone/76123456', fails({ kind: 'timeout' }))).rejects.toThrow('timeout')
  })

  test.each([
    ['offline', /^Sans réseau, voici la réponse\. Dernière mise à jour il y a 2 h\.$/],
    ['timeout', /^Le serveur met trop de temps à répondre\. Voici la réponse\. Dernière/],
    ['captive', /^Ce réseau demande d'abord .* Voici la réponse\. Dernière/],
    ['contract', /^Le serveur a donné une réponse incomplète\. Voici la réponse\. Dernière/],
  ] as const)('is told why nothing newer is known: %s', (kind, words) => {
    expect(keptReplyText({ at: Date.now() - 2 * 3_600_000, problem: { kind } }, 'la réponse')).toMatch(words)
  })

  test('on which day that was, where the date of the phone is years off and keeps the network away', () => {
    learnTold('Sat, 28 Nov 2026 10:00:00 GMT')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2015, 2, 5) })
    const at = Date.UTC(2026, 10, 27)
    const words = keptReplyText({ at, problem: { kind: 'offline' } }, 'la réponse').replaceAll('\u00a0', ' ')
    expect(words).toMatch(/^La date de ce téléphone est le 5 mars 2015 : réglez-la .* Voici la réponse\./)
    expect(words).toMatch(/ Dernière mise à jour le 27 novembre 2026\.$/)
  })
})

import { describe, expect, test } from 'vitest'
import { Kept } from '../src/limits/kept.ts'

const ages = { fresh: 2000, stale: 10_000, patience: 30 }

/** A database whose reads a test answers one by one. */
function kept(isWorthIt?: (value: string) => boolean) {
  let now = 0
  const reads: { answer(value: string): void; fail(error: Error): void }[] = []
  const one = new Kept(
    () => new Promise<string>((answer, fail) => reads.push({ answer, fail })),
    () => new Date(now),
    ages,
    isWorthIt,
  )
  return {
    one,
    reads,
    pass(ms: number) {
      now += ms
    },
    async hold(value: string) {
      const asked = one.get()
      reads.at(-1)?.answer(value)
      await asked
    },
  }
}

describe('what everybody asks for', () => {
  test('is read once for all who ask meanwhile', async () => {
    const { one, reads } = kept()
    const asked = [one.get(), one.get(), one.get()]
    reads[0]?.answer('open')
    expect(await Promise.all(asked)).toEqual(['open', 'open', 'open'])
    expect(reads).toHaveLength(1)
  })

  test('is read anew each time while there is nothing worth keeping', async () => {
    const { one, reads, hold } = kept(value => value !== '')
    await hold('')
    const asked = one.get()
    expect(reads).toHaveLength(2)
    reads[1]?.answer('2026')
    expect(await asked).toBe('2026')
    expect(await one.get()).toBe('2026')
    expect(reads).toHaveLength(2)
  })

  test('is read anew after the clock was set back an hour', async () => {
    const { one, reads, pass, hold } = kept()
    await hold('closed')
    pass(-3_600_000)
    void one.get()
    expect(reads).toHaveLength(2)
    reads[1]?.answer('open')
    expect(await one.get()).toBe('open')
  })

  test('is not read again for two seconds, then behind the answer, which changes with the next', async () => {
    const { one, reads, pass, hold } = kept()
    await hold('closed')
    pass(1999)
    expect(await one.get()).toBe('closed')
    expect(reads).toHaveLength(1)
    pass(1)
    expect(await one.get()).toBe('closed')
    reads[1]?.answer('open')
    await one.renew()
    expect(await one.get()).toBe('open')
    expect(reads).toHaveLength(2)
  })

  test('is never given older than ten seconds where the database answers', async () => {
    const { one, reads, pass, hold } = kept()
    await hold('closed')
    pass(10_000)
    const asked = one.get()
    reads[1]?.answer('open')
    expect(await asked).toBe('open')
  })

  test('stands in where the database is busy, and gives way once it is not', async () => {
    const { one, reads, pass, hold } = kept()
    await hold('open')
    pass(60_000)
    expect(await one.get()).toBe('open')
    reads[1]?.answer('closed')
    await one.renew()
    expect(await one.get()).toBe('closed')
  })

  test('is not made up for a database that is away', async () => {
    const { one, reads, pass, hold } = kept()
    await hold('open')
    pass(3000)
    expect(await one.get()).toBe('open')
    const behind = one.renew()
    reads[1]?.fail(new Error('gone'))
    await expect(behind).rejects.toThrow('gone')
    const asked = one.get()
    reads[2]?.fail(new Error('still gone'))
    await expect(asked).rejects.toThrow('still gone')
  })

  test('that was changed here is read anew, and a reading from before the change does not bring it back', async () => {
    const { one, reads, pass, hold } = kept()
    await hold('open')
    pass(3000)
    await one.get()
    one.forget()
    const asked = one.get()
    reads[2]?.answer('closed')
    reads[1]?.answer('open')
    expect(await asked).toBe('closed')
    await new Promise(setImmediate)
    expect(await one.get()).toBe('closed')
    expect(reads).toHaveLength(3)
  })
})

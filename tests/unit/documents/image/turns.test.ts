import { expect, test } from 'vitest'
import { inTurn } from '../../../../src/documents/image/small.page.ts'

test('pictures are worked on one at a time, in the order in which they came', async () => {
  const told: string[] = []
  let open = 0
  const work = (name: string) => async () => {
    open += 1
    told.push(`${name}, ${open} open`)
    await new Promise(setImmediate)
    open -= 1
    return name
  }
  const done = await Promise.all(['first', 'second', 'third'].map(name => inTurn(work(name))))
  expect(done).toEqual(['first', 'second', 'third'])
  expect(told).toEqual(['first, 1 open', 'second, 1 open', 'third, 1 open'])
})

test('a picture that fails is told of it, and holds up none behind it', async () => {
  const fails = inTurn(() => Promise.reject(new Error('damaged')))
  const next = inTurn(async () => 'prepared')
  await expect(fails).rejects.toThrow('damaged')
  expect(await next).toBe('prepared')
})

import { afterEach, describe, expect, test } from 'vitest'
import { createChannel, createSignal, createState } from '../../../../src/core/platform/signals.ts'

describe('a signal', () => {
  test('is heard until its listener has left, also when it leaves while it is told', () => {
    const heard: string[] = []
    const { tell, listen } = createSignal<string>()
    const leave = listen(word => {
      heard.push(`first ${word}`)
      leave()
    })
    listen(word => heard.push(`second ${word}`))
    tell('a')
    tell('b')
    expect(heard).toEqual(['first a', 'second a', 'second b'])
  })
})

describe('a state', () => {
  test('tells only that it has become another one, and has then become it', () => {
    const state = createState<number | undefined>(1)
    const seen: (number | undefined)[] = []
    state.subscribe(() => seen.push(state.get()))
    for (const next of [1, 2, 2, undefined, Number.NaN, Number.NaN]) state.set(next)
    expect(seen).toEqual([2, undefined, Number.NaN])
  })
})

describe('a channel', () => {
  const other = new BroadcastChannel('test-channel')
  afterEach(() => other.close())

  test('tells this tab directly and the others too, or only the others', async () => {
    const here: string[] = []
    const channel = createChannel<string>('test-channel')
    channel.listen(word => here.push(word))
    const there: string[] = []
    const bothCame = new Promise<void>(resolve => {
      other.onmessage = event => {
        there.push(event.data)
        if (there.length === 2) resolve()
      }
    })
    channel.tell('everybody')
    channel.tellOthers('the others')
    expect(here).toEqual(['everybody'])
    await bothCame
    expect(there).toEqual(['everybody', 'the others'])
    other.postMessage('answer')
    await expect.poll(() => here).toEqual(['everybody', 'answer'])
  })
})

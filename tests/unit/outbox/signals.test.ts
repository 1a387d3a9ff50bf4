import { expect, test } from 'vitest'
import { announce, listen, type Signal } from '../../../src/outbox/items.ts'
import { later } from '../setup/later.ts'

test('a tab hears what it says itself, until it stops listening', () => {
  const heard: Signal[] = []
  const stop = listen(signal => heard.push(signal))
  announce({ kind: 'changed' })
  stop()
  announce({ kind: 'idle' })
  expect(heard).toEqual([{ kind: 'changed' }])
})

test('tabs hear each other', async () => {
  const otherTab = new BroadcastChannel('outbox')
  const said = later<unknown>()
  otherTab.onmessage = event => said.resolve(event.data)
  announce({ kind: 'sending', id: 'a', sent: 1, total: 2 })
  expect(await said.promise).toEqual({ kind: 'sending', id: 'a', sent: 1, total: 2 })
  const heard = new Promise(resolve => listen(resolve))
  otherTab.postMessage({ kind: 'changed' })
  expect(await heard).toEqual({ kind: 'changed' })
  otherTab.close()
})

import { beforeEach, describe, expect, test } from 'vitest'
import { readReply } from '../../../src/core/api/read.ts'
import { outcome } from '../../../src/core/api/schemas.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { goOnWithCode, queueRequest } from '../../../src/outbox/api.ts'
import { mayGo, needsCode } from '../../../src/outbox/item.ts'
import { itemsOf, listItems } from '../../../src/outbox/items.ts'
import { flush } from '../../../src/outbox/send.ts'
import { forgetOrphans, record } from '../../../src/outbox/store.ts'
import { applyEvent as become, findWakeTime } from '../../../src/outbox/transitions.ts'
import { wholeBody } from '../../../src/outbox/whole-body.ts'
import { wipeDevice } from '../setup/device.ts'
import { handPorts } from '../setup/hand-ports.ts'
import { itemOf } from '../setup/items.ts'
import { accept, busy, code, only, photo, refusal } from '../setup/requests.ts'

/** A provider takes a correction only from a student who can read the SMS (docs/contract.md, "A code is asked for"). */

const reply = { status: 0, msg: 'Un code a été envoyé.', codeRequis: true }
const asks = { kind: 'replied', outcome: reply } as const
const confirmation = { kind: 'confirmed' } as const

/** As it comes over the line. */
const said = (codeRequis: unknown) => {
  const text = JSON.stringify({ status: 0, msg: 'Un code a été envoyé.', codeRequis })
  return readReply(outcome, { code: 200, text, header: () => null }, 0)
}

describe('an answer that asks for a code', () => {
  test.each([true, 'true', 1, '1'])('is understood: codeRequis %j', asked => {
    const item = become(itemOf({ attempts: 3 }), { kind: 'replied', outcome: said(asked) }, 7)
    expect(item).toEqual(itemOf({ attempts: 0, notBefore: 7, code: { askedAt: 7 }, reply }))
    expect([needsCode(item), mayGo(item)]).toEqual([true, false])
  })

  test.each([false, 'false', 0, null, undefined, 'oui', {}])('is a refusal with codeRequis %j', asked => {
    expect(become(itemOf(), { kind: 'replied', outcome: said(asked) }, 7)).toMatchObject({ state: 'refused' })
  })

  test('is none where the request was accepted', () => {
    const item = become(itemOf(), { kind: 'replied', outcome: { ...said(true), status: 1 } }, 7)
    expect([item.state, needsCode(item)]).toEqual(['accepted', false])
  })

  test.each(['code', 'newCode'] as const)('is a refusal where the student is at the code already: %s', requestKey => {
    const item = become(itemOf({ requestKey }), asks, 7)
    expect(item).toEqual(itemOf({ requestKey, state: 'refused', attempts: 1, settledAt: 7, reply }))
  })

  test.each(['save', 'validate', 'photobuste'] as const)('is a question where it can be answered: %s', requestKey => {
    expect(needsCode(become(itemOf({ requestKey }), asks, 7))).toBe(true)
  })

  test('holds what it asks about, and nothing else of that student or another', async () => {
    const a = itemOf({ id: 'a' })
    const b = itemOf({ id: 'b', requestKey: 'carteid', createdAt: 1 })
    const c = itemOf({ id: 'c', dossier: 'other', createdAt: 2 })
    const world = handPorts([a, b, c], async ({ id }) => (id === 'a' ? reply : { status: 1, msg: '' }))
    await flush(world.ports)
    await flush(world.ports)
    expect(world.sent).toEqual(['a', 'b', 'c'])
    expect(world.states()).toEqual({ a: 'waiting', b: 'accepted', c: 'accepted' })
    expect(findWakeTime([...world.queue.values()])).toBeUndefined()
  })

  test('which came after the code that was given meanwhile is answered already: the photo goes again, once', () => {
    const given = become(itemOf(), confirmation, 20)
    const again = become(given, { ...asks, startedAt: 10 }, 30)
    expect([mayGo(again), again.notBefore]).toEqual([true, 30])
    // Also by a clock that was set back for years meanwhile.
    expect(needsCode(become(again, { ...asks, startedAt: 1 }, 40))).toBe(true)
    expect(needsCode(become(given, { ...asks, startedAt: 20 }, 30))).toBe(true)
  })

  test.each([
    ['accepted', accept],
    ['refused', refusal],
  ] as const)('leaves nothing behind once the photo is %s', (state, event) => {
    const going = become(become(itemOf(), asks, 7), { kind: 'resent' }, 9)
    expect(going).toEqual(itemOf({ notBefore: 9, code: { askedAt: 7, again: 9 } }))
    expect(become(going, event, 11)).toEqual(
      itemOf({ state, attempts: 1, notBefore: 9, settledAt: 11, reply: event.outcome }),
    )
  })
})

describe('on the disk', () => {
  beforeEach(wipeDevice)
  const requestKeys = ['attest', 'carteid', 'simcard'] as const
  const asked = async (dossier = 'a') => {
    for (const requestKey of requestKeys) {
      await queueRequest(photo(`of ${requestKey}`, { requestKey, dossier }), 1)
      await record((await only(dossier, requestKey)).id, asks, 2)
    }
  }
  const waiting = async () =>
    (await listItems()).filter(needsCode).map(({ dossier, requestKey }) => `${dossier}/${requestKey}`)

  test('no photo is lost for it', async () => {
    await asked()
    const items = await listItems()
    const images = items.map(async ({ id }) => JSON.parse((await wholeBody(id)) ?? '{}').image)
    expect((await Promise.all(images)).sort()).toEqual(requestKeys.map(requestKey => `of ${requestKey}`))
  })

  test('one code lets all of its dossier go, and nothing of another', async () => {
    await asked()
    await asked('b')
    await goOnWithCode('a', 5)
    expect((await waiting()).sort()).toEqual(['b/attest', 'b/carteid', 'b/simcard'])
    for (const item of (await listItems()).filter(mayGo)) expect(item).toMatchObject({ dossier: 'a', notBefore: 5 })
  })

  test('a code whose page died before it was written down is known by the first photo that passes', async () => {
    await asked()
    await record((await only('a', 'attest')).id, { kind: 'resent' }, 5)
    expect((await waiting()).sort()).toEqual(['a/carteid', 'a/simcard'])
    await record((await only('a', 'attest')).id, accept, 6)
    expect(await waiting()).toEqual([])
  })

  test('what was never asked for a code says nothing of those that were', async () => {
    await asked()
    await queueRequest(photo('of another', { requestKey: 'photobuste' }), 3)
    await record((await only('a', 'photobuste')).id, accept, 6)
    expect(await waiting()).toHaveLength(3)
  })

  test('a photo that takes the place of one that was asked is not sent only to be asked as well', async () => {
    await asked()
    await queueRequest(photo('newer'), 9)
    expect(needsCode(await only('a', 'attest'))).toBe(true)
    await goOnWithCode('a', 10)
    expect(mayGo(await only('a', 'attest'))).toBe(true)
  })

  test.each(['in the clear', 'sealed'])('and keeps the provider’s words: where the code went (%s)', async how => {
    const dossier = how === 'sealed' ? (await createEncrypted('correction', '480215', 1, {})).id : 'a'
    await queueRequest(photo('one', { dossier }), 1)
    await record((await only(dossier, 'attest')).id, asks, 2)
    await queueRequest(photo('newer', { dossier }), 9)
    expect((await itemsOf(dossier)).map(item => item.reply)).toEqual([reply])
    expect(JSON.stringify(await listItems()).includes(reply.msg)).toBe(how !== 'sealed')
  })

  test('a code changes nothing of what was accepted or refused, and shortens no pause of the provider', async () => {
    await queueRequest(photo('one'), 1)
    await queueRequest(photo('two', { requestKey: 'carteid' }), 1)
    await queueRequest(code('1234'), 1)
    await record((await only('a', 'attest')).id, accept, 2)
    await record((await only('a', 'carteid')).id, busy, 2)
    await record((await only('a', 'code')).id, refusal, 2)
    const times = async () => (await listItems()).map(({ id, state, notBefore }) => [id, state, notBefore])
    const before = await times()
    await goOnWithCode('a', 5)
    expect(await times()).toEqual(before)
  })

  test('nothing names the student of an encrypted dossier, and nothing of an erased one waits for a code for ever', async () => {
    const { id } = await createEncrypted('correction', '480215', 1, { nom: 'Traoré' })
    await queueRequest(photo('secret', { dossier: id }), 1)
    const { outcome } = asks
    await record((await only(id, 'attest')).id, { kind: 'replied', outcome: { ...outcome, msg: 'Aminata' } }, 2)
    expect(JSON.stringify(await listItems())).not.toContain('Aminata')
    await forgetOrphans(await listItems())
    expect(await waiting()).toHaveLength(1)
    await eraseDossier(id)
    await forgetOrphans(await listItems())
    expect(await listItems()).toEqual([])
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/api/problem.ts'
import { newDossier, saveDossier } from '../../../src/core/db/dossiers.ts'
import { eraseDossier, eraseEverything, keepAgain } from '../../../src/core/db/erase.ts'
import { queueRequest, withdrawRequest } from '../../../src/outbox/api.ts'
import { announce, listen, listItems } from '../../../src/outbox/items.ts'
import type { Ports } from '../../../src/outbox/ports.ts'
import { flush } from '../../../src/outbox/send.ts'
import { keepUpload, record } from '../../../src/outbox/store.ts'
import { wholeBody } from '../../../src/outbox/whole-body.ts'
import { wipeDevice } from '../setup/device.ts'
import { only, photo, refusal } from '../setup/requests.ts'

/** What a student takes back in the very moment in which it is on its way. */

let dossier = ''
beforeEach(async () => {
  await wipeDevice()
  const draft = newDossier('enrolment', 1)
  await saveDossier(draft)
  dossier = draft.id
})

const good = { status: 1, msg: 'Reçu' }

/** The queue itself, with a provider that does what the test says while it has the whole request. */
async function sendWhile(meanwhile: () => Promise<unknown>, answer = () => Promise.resolve(good)): Promise<void> {
  const ports: Ports = {
    listItems,
    payloadOf: wholeBody,
    record,
    keepUpload,
    announce,
    listen,
    now: () => 2,
    chance: () => 0.5,
    alone: work => work(new AbortController().signal),
    isAwaited: async () => false,
    send: async (_, body, { onProgress }) => {
      onProgress({ sent: body.length, total: body.length })
      await meanwhile()
      return answer()
    },
  }
  await flush(ports)
}

const mine = (image = '1') => photo(image, { dossier })
const takeBack = () => withdrawRequest(dossier, 'attest')

describe('a photo that is taken back on its way', () => {
  test('and that the provider has accepted stands there as what it has, without its body', async () => {
    await queueRequest(mine(), 1)
    await sendWhile(takeBack)
    const item = await only(dossier, 'attest')
    expect(item).toMatchObject({ state: 'accepted', reply: good })
    expect(await wholeBody(item.id)).toBeUndefined()
  })

  test('leaves the one alone that has taken its place', async () => {
    await queueRequest(mine(), 1)
    let times = 0
    await sendWhile(async () => {
      times += 1
      if (times > 1) throw new ProblemError({ kind: 'stalled' })
      await takeBack()
      await queueRequest(mine('2'), 2)
    })
    expect(times).toBe(2)
    expect(await only(dossier, 'attest')).toMatchObject({ state: 'waiting' })
  })

  const refuse = () => Promise.resolve({ status: 0, msg: 'Floue' })
  test.each<[string, () => Promise<unknown>, typeof refuse?]>([
    ['that was refused', takeBack, refuse],
    ['that was erased with its dossier', () => eraseDossier(dossier, true)],
    ['that was erased with everything', () => eraseEverything().finally(keepAgain)],
  ])('is gone where it is one %s', async (_, work, answer) => {
    await queueRequest(mine(), 1)
    await sendWhile(work, answer)
    expect(await listItems()).toEqual([])
  })

  test('is no matter of answers: a student who changes them saves them anew', async () => {
    const body = { matricule: 'ML202600042', phone: '76543210', nom: 'KEITA', prenom: 'Awa', tuteur: 'NINA' } as const
    const entry = { ...body, numPlace: '1', numAttest: '2', dateNaiss: '2007-01-01' }
    await queueRequest({ dossier, requestKey: 'save', endpoint: 'enrol', body: entry }, 1)
    await sendWhile(() => withdrawRequest(dossier, 'save'))
    expect(await listItems()).toEqual([])
  })
})

describe('a photo whose answer was lost', () => {
  const lost = () => Promise.reject(new ProblemError({ kind: 'offline' }))
  const stays = () => Promise.resolve()

  test('after its last byte had left is known to be perhaps there, until the provider answers', async () => {
    await queueRequest(mine(), 1)
    await sendWhile(stays, lost)
    const item = await only(dossier, 'attest')
    expect(item).toMatchObject({ state: 'waiting', left: true })
    await record(item.id, refusal, 3)
    expect(await only(dossier, 'attest')).not.toHaveProperty('left')
  })

  test('is known not to be there where the provider has said so', async () => {
    await queueRequest(mine(), 1)
    await sendWhile(stays, () => Promise.reject(new ProblemError({ kind: 'http', code: 503 })))
    expect(await only(dossier, 'attest')).not.toHaveProperty('left')
  })
})

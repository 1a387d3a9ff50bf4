import { describe, expect, test, vi } from 'vitest'
import { lock } from '../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../src/core/db/create-encrypted.ts'
import { changeDossier, newDossier, saveDossier } from '../../../src/core/db/dossiers.ts'
import { listEncrypted } from '../../../src/core/db/encrypted-dossiers.ts'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { keepSourceFile, keptSourceFiles, sourceFileOf } from '../../../src/core/db/source-files.ts'
import { tryCode } from '../../../src/core/db/unlock.ts'
import { queueRequest } from '../../../src/outbox/api.ts'
import { encryptDossier } from '../../../src/outbox/encrypt-dossier.ts'
import { itemsOf, listItems } from '../../../src/outbox/items.ts'
import { forgetOrphans, record } from '../../../src/outbox/store.ts'
import { wholeBody } from '../../../src/outbox/whole-body.ts'
import { onFreshDevice, readDisk, readDossier } from '../setup/device.ts'
import { quickCodes } from '../setup/quick-codes.ts'
import { photo } from '../setup/requests.ts'
import { trace } from '../setup/trace.ts'

quickCodes()
onFreshDevice()

const matricule = 'ML202600042'
const image = 'c2VjcmV0IHBob3RvIG9mIEFtaW5hdGE='
const fingerprint = '0123456789abcdef'
const secrets = [matricule, image, fingerprint, 'Aminata']
const offlineFor = (now: number) => ({ kind: 'failed', problem: { kind: 'offline' }, chance: now }) as const

const photoOf = (dossier: string) =>
  photo(image, { dossier, madeFrom: 'attest', fingerprint, body: { matricule, type: 'attest', image } })
const replied = (status: number, msg: string) => ({ kind: 'replied', outcome: { status, msg } }) as const

const encrypted = async () => (await createEncrypted('enrolment', '480215', 1, { nom: 'Traoré' })).id
const only = async (dossier: string) => {
  const [item, ...others] = await itemsOf(dossier)
  if (!item || others.length > 0) throw new Error('Not one is queued.')
  return item
}
/** The photo of an encrypted dossier is queued. @returns the ids of both */
async function queued() {
  const id = await encrypted()
  await queueRequest(photoOf(id), 5)
  return { id, item: (await only(id)).id }
}

describe('what an encrypted dossier sends', () => {
  test('waits unreadable, and is sent to the byte while the dossier is locked', async () => {
    const { item } = await queued()
    lock()
    expect(trace(await readDisk(), secrets)).toEqual([])
    expect(await wholeBody(item)).toBe(JSON.stringify({ matricule, type: 'attest', image }))
  })

  test('is known by no hash that could be guessed', async () => {
    const id = await encrypted()
    await queueRequest({ dossier: id, requestKey: 'validate', endpoint: 'validateFile', body: { matricule } }, 5)
    const guess = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify({ matricule })))
    expect((await only(id)).digest).not.toBe(Buffer.from(guess).toString('hex'))
  })

  test('is not queued twice for the same photo', async () => {
    const { id, item } = await queued()
    await queueRequest(photoOf(id), 6)
    expect((await only(id)).id).toBe(item)
  })

  test('is gone once it is accepted, and the provider’s words are for its student alone', async () => {
    const { id, item } = await queued()
    await record(item, replied(1, 'Merci Aminata'), 6)
    const disk = await readDisk()
    expect(disk.payloads).toEqual({})
    expect(trace(disk, secrets)).toEqual([])
    expect(await only(id)).toMatchObject({ state: 'accepted', reply: { status: 1, msg: 'Merci Aminata' }, fingerprint })
    expect(JSON.stringify(await listItems())).not.toContain('Merci')
  })

  test('was refused in words that its student can read, until it is sent again', async () => {
    const { id, item } = await queued()
    const problem = { kind: 'http', code: 422, reply: { status: 0, msg: 'Illisible, Aminata' } } as const
    await record(item, { kind: 'failed', problem, chance: 0 }, 6)
    expect(await only(id)).toMatchObject({ state: 'refused', reply: { msg: 'Illisible, Aminata' } })
    expect(trace(await readDisk(), secrets)).toEqual([])
    await record(item, { kind: 'resent' }, 7)
    expect(JSON.stringify(await only(id))).not.toContain('Illisible')
    await record(item, offlineFor(0.5), 8)
    expect(await only(id)).toMatchObject({ state: 'waiting', trouble: { kind: 'offline' } })
  })

  test('keeps its words when a success is written down a second time', async () => {
    const { id, item } = await queued()
    for (const at of [6, 7]) await record(item, replied(1, 'Reçu'), at)
    expect((await only(id)).reply?.msg).toBe('Reçu')
  })
})

describe('a photo that was being prepared', () => {
  test('is queued after the lock, and its original is gone', async () => {
    const id = await encrypted()
    const bytes = new ArrayBuffer(3)
    await keepSourceFile(id, 'attest', { bytes, name: 'a.jpg', type: 'image/jpeg', at: 1, revision: 'p' })
    lock()
    expect(await queueRequest({ ...photoOf(id), revision: 'p' }, 5)).toBe(true)
    expect(await keptSourceFiles(id)).toEqual([])
    expect(await itemsOf(id)).toHaveLength(1)
  })

  test('is not queued for a dossier that was erased meanwhile', async () => {
    const id = await encrypted()
    await eraseDossier(id)
    expect(await queueRequest(photoOf(id), 5)).toBe(false)
    expect(await readDisk()).toMatchObject({ queue: {}, payloads: {} })
  })
})

describe('a dossier of an own device that becomes shared', () => {
  const answers = { prenom: 'Aminata', nom: 'Traoré', matricule }
  const unencrypted = async () => {
    const dossier = newDossier('enrolment', 1, answers)
    await saveDossier(dossier)
    const bytes = new TextEncoder().encode('the photo of Aminata').buffer
    await keepSourceFile(dossier.id, 'carteid', {
      bytes,
      name: 'aminata.jpg',
      type: 'image/jpeg',
      at: 1,
      revision: 'p',
    })
    await queueRequest(photoOf(dossier.id), 5)
    await queueRequest({ ...photoOf(dossier.id), requestKey: 'simcard', madeFrom: 'simcard' }, 6)
    const [, second] = await itemsOf(dossier.id)
    await record(second?.id ?? '', replied(0, 'Non, Aminata'), 7)
    return readDossier(dossier.id)
  }

  test('is encrypted with all that it has, and opens as it was', async () => {
    const dossier = await unencrypted()
    const before = await itemsOf(dossier.id)
    const bodies = await Promise.all(before.map(({ id }) => wholeBody(id)))
    const id = (await encryptDossier(dossier, '480215', 8)) ?? ''
    expect(trace(await readDisk(), [...secrets, 'aminata', 'Traoré'])).toEqual([])
    expect((await listEncrypted()).map(row => row.id)).toEqual([id])
    expect(await itemsOf(dossier.id)).toEqual([])
    const moved = before.map(item => ({
      ...item,
      digest: expect.any(String),
      revision: expect.any(String),
      dossier: id,
    }))
    expect(await itemsOf(id)).toEqual(moved)
    expect(await Promise.all(before.map(item => wholeBody(item.id)))).toEqual(bodies)
    expect(await tryCode(id, '480215', 9)).toMatchObject({ kind: 'opened', dossier: { answers } })
    expect((await sourceFileOf(id, 'carteid'))?.name).toBe('aminata.jpg')
  })

  test('is encrypted as well while a request of it is tried again', async () => {
    const dossier = await unencrypted()
    const [first] = await itemsOf(dossier.id)
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    let tried = 0
    const spy = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...what) => {
      if (tried < 10) await record(first?.id ?? '', offlineFor(++tried + 8), tried + 8)
      return encrypt(...what)
    })
    const id = (await encryptDossier(dossier, '480215', 8)) ?? ''
    spy.mockRestore()
    expect(tried).toBe(10)
    expect((await itemsOf(id)).map(({ attempts }) => attempts)).toEqual([10, 1])
    expect(await itemsOf(dossier.id)).toEqual([])
    expect(trace(await readDisk(), secrets)).toEqual([])
  })

  test('is encrypted with the photo that was picked in another tab meanwhile', async () => {
    const dossier = await unencrypted()
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    const bytes = new TextEncoder().encode('newer photo').buffer
    const newer = { bytes, name: 'newer.jpg', type: 'image/jpeg', at: 8, revision: 'newer' }
    const spy = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...what) => {
      const body = await encrypt(...what)
      const isOld = (await sourceFileOf(dossier.id, 'carteid'))?.revision === 'p'
      if (isOld && what[2].byteLength === 'the photo of Aminata'.length)
        await keepSourceFile(dossier.id, 'carteid', newer)
      return body
    })
    const id = (await encryptDossier(dossier, '480215', 8)) ?? ''
    spy.mockRestore()
    await tryCode(id, '480215', 9)
    expect((await sourceFileOf(id, 'carteid'))?.name).toBe('newer.jpg')
  })

  test('is left as it is when it is transferred to another device meanwhile', async () => {
    const dossier = await unencrypted()
    await changeDossier(dossier.id, stored => stored && { ...stored, transferred: { at: 8, id: 'package' } })
    expect(await encryptDossier(dossier, '480215', 9)).toBeUndefined()
    expect((await readDossier(dossier.id)).transferred).toEqual({ at: 8, id: 'package' })
  })

  test('is left as it is when it changes meanwhile', async () => {
    const dossier = await unencrypted()
    await saveDossier({ ...dossier, savedAt: 9 })
    const before = await readDisk()
    expect(await encryptDossier(dossier, '480215', 8)).toBeUndefined()
    expect({ ...(await readDisk()), device: {} }).toEqual({ ...before, device: {} })
  })
})

test('of an erased dossier what waits goes out still, and leaves no row behind', async () => {
  const { id, item } = await queued()
  await eraseDossier(id)
  await forgetOrphans(await listItems())
  expect(await wholeBody(item)).toContain(matricule)
  await record(item, replied(1, ''), 6)
  await forgetOrphans(await listItems())
  expect(await readDisk()).toMatchObject({ queue: {}, payloads: {} })
})

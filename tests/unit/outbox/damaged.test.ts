import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Encrypted } from '../../../src/core/crypto/cipher.ts'
import { altered, alteredBytes, damage } from '../setup/damage.ts'
import { onFreshDevice } from '../setup/device.ts'
import { quickCodes } from '../setup/quick-codes.ts'
import { watchReports } from '../setup/reports.ts'
import { code, only, photo } from '../setup/requests.ts'
import { json, Wire } from '../setup/wire.ts'

const wire = await new Wire().start()
vi.stubEnv('VITE_API_CURRENT', wire.url)
const { createEncrypted } = await import('../../../src/core/db/create-encrypted.ts')
const { queueRequest } = await import('../../../src/outbox/api.ts')
const { flush } = await import('../../../src/outbox/send.ts')
const { ports } = await import('../../../src/outbox/ports.ts')

afterAll(() => {
  vi.unstubAllEnvs()
  return wire.stop()
})
quickCodes()
watchReports()
onFreshDevice()
beforeEach(() => {
  wire.received.length = 0
  wire.reply = (_, response) => json(response, { status: 1, msg: 'Reçu' })
})

const image = 'aW1hZ2Ugb2YgYW4gYXR0ZXN0YXRpb24='
const toRetake = { state: 'refused', trouble: { kind: 'damaged' } }
const arrived = () => wire.received.map(({ path }) => path)

describe('a photo whose bytes are not those that were kept', () => {
  test('never leaves, and its row says so', async () => {
    await queueRequest(photo(image), 0)
    await damage('payloads', (await only('a', 'attest')).id, altered)
    await flush(ports)
    expect(arrived()).toEqual([])
    expect(await only('a', 'attest')).toMatchObject(toRetake)
  })

  test('holds up nothing behind it, and gives way to another one', async () => {
    await queueRequest(photo(image), 0)
    await queueRequest(code('1234'), 1)
    await damage('payloads', (await only('a', 'attest')).id, altered)
    await flush(ports)
    await queueRequest(photo(image), 2)
    await flush(ports)
    expect(arrived()).toEqual(['/etudiant/otp/valide', '/etudiant/files/upload'])
    expect(await only('a', 'attest')).toMatchObject({ state: 'accepted' })
  })

  test.each<[string, unknown]>([
    ['gone', undefined],
    ['a number', 7],
    ['of another shape', { image }],
  ])('is damaged where it is %s', async (_, payload) => {
    await queueRequest(photo(image), 0)
    await damage('payloads', (await only('a', 'attest')).id, () => payload)
    await flush(ports)
    expect(arrived()).toEqual([])
    expect(await only('a', 'attest')).toMatchObject(toRetake)
  })

  test('is known in an encrypted dossier, too', async () => {
    const { id } = await createEncrypted('enrolment', '480215', 1)
    await queueRequest(photo(image, { dossier: id }), 0)
    const change = (payload: Encrypted) => ({ ...payload, ciphertext: alteredBytes(payload.ciphertext) })
    await damage('payloads', (await only(id, 'attest')).id, change)
    await flush(ports)
    expect(arrived()).toEqual([])
    expect(await only(id, 'attest')).toMatchObject(toRetake)
  })
})

test('where the disk does not answer, a photo only waits', async () => {
  await queueRequest(photo(image), 0)
  const broken = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  const { payloadOf } = ports
  const failed = await payloadOf((await only('a', 'attest')).id).catch((error: Error) => error.name)
  broken.mockRestore()
  expect(failed).toBe('UnknownError')
})

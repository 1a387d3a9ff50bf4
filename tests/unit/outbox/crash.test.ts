import { afterEach, describe, expect, test, vi } from 'vitest'
import { deviceMac, deviceStore, type Kept, type Key } from '../../../src/core/db/device-store.ts'
import { newDossier, saveDossier } from '../../../src/core/db/dossiers.ts'
import { eraseDossier } from '../../../src/core/db/erase.ts'
import { keep, keepReply } from '../../../src/core/db/kept.ts'
import { keepReady } from '../../../src/core/db/ready.ts'
import { forgetSourceFile, keepSourceFile } from '../../../src/core/db/source-files.ts'
import { erase, goOnWithCode, queueRequest, withdrawRequest } from '../../../src/outbox/api.ts'
import type { Item } from '../../../src/outbox/item.ts'
import { listItems } from '../../../src/outbox/items.ts'
import { hurryItems, record } from '../../../src/outbox/store.ts'
import { killed } from '../setup/crash.ts'
import { type Disk, openDevice, readDisk, wipeDevice } from '../setup/device.ts'
import { accept, code, only, photo, refusal, sourceFile } from '../setup/requests.ts'

const chrono: Key<Kept<unknown>> = deviceStore.chrono

afterEach(() => {
  vi.restoreAllMocks()
})

const dossier = { ...newDossier('enrolment', 1), id: 'a' }
const idOf = async (requestKey: string) => (await only('a', requestKey)).id
const asks = { kind: 'replied', outcome: { status: 0, msg: 'Code', codeRequis: true } } as const
const offline = { kind: 'failed', problem: { kind: 'offline' }, chance: 0.5 } as const
const hmac = { name: 'HMAC', hash: 'SHA-256' }
const deviceMacKey = crypto.subtle.importKey('raw', new Uint8Array(32), hmac, false, ['sign'])
const ready = {
  bytes: sourceFile.bytes,
  type: 'image/jpeg',
  ready: { fingerprint: 'f', wire: { gzipped: 3, plain: 4 } },
}
const later = { ...sourceFile, at: 9 }

/** A device on which something was kept already. */
async function prepared(): Promise<void> {
  await wipeDevice()
  await openDevice()
  // Two lives of a page must draw the same ids to be compared.
  let drawn = 0
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => `0-0-0-0-${++drawn}`)
  // And be the same device, whose key names what was asked.
  vi.spyOn(crypto.subtle, 'generateKey').mockResolvedValue(await deviceMacKey)
  await deviceMac('asked before')
  await saveDossier(dossier)
  await keepSourceFile('a', 'attest', sourceFile)
  await keepSourceFile('a', 'carteid', sourceFile)
  await queueRequest(photo('old'), 1)
  await queueRequest(code('1234'), 2)
  await queueRequest(photo('done', { requestKey: 'simcard', madeFrom: 'simcard' }), 3)
  await record(await idOf('simcard'), accept, 4)
  await record(await idOf('code'), { ...offline, chance: 0.99 }, 4)
  await keep(chrono, { reply: 1, at: 1, offset: 0 })
}

const operations: [string, () => Promise<unknown>][] = [
  ['saving the draft', () => saveDossier({ ...dossier, answers: { nom: 'Traoré' } })],
  ['beginning another draft', () => saveDossier({ ...dossier, id: 'b' })],
  ['erasing a dossier', () => eraseDossier('a')],
  ['copying a picked file', () => keepSourceFile('a', 'actenaiss', sourceFile)],
  ['copying another file for the same document', () => keepSourceFile('a', 'attest', later)],
  ['keeping a prepared photo in its place', () => keepReady('a', 'attest', ready, {}, 9)],
  ['letting go of a picked file', () => forgetSourceFile('a', 'attest')],
  ['queueing a new photo', () => queueRequest(photo('new', { requestKey: 'carteid', madeFrom: 'carteid' }), 9)],
  ['queueing in place of an older photo', () => queueRequest(photo('new', { madeFrom: 'attest' }), 9)],
  ['queueing the photo that waits already', () => queueRequest(photo('old', { madeFrom: 'attest' }), 9)],
  ['making a short call once more', () => queueRequest(code('5678'), 9)],
  ['writing down a success', async () => record(await idOf('attest'), accept, 9)],
  ['writing down a lost network', async () => record(await idOf('attest'), offline, 9)],
  ['writing down a refusal', async () => record(await idOf('attest'), refusal, 9)],
  ['writing down that a code is asked for', async () => record(await idOf('attest'), asks, 9)],
  ['letting go what waits for a code', () => goOnWithCode('a', 9)],
  ['hurrying when the network is back', () => hurryItems(9)],
  ['taking a photo back', () => withdrawRequest('a', 'attest')],
  ['erasing a dossier with all that waits of it', () => erase('a', true)],
  ['keeping the chrono', () => keep(chrono, { reply: 2, at: 2, offset: 0 })],
  ['keeping an answer', () => keepReply('status/2021/phone/76123456', { status: 2 }, 9)],
]

/** Every item that can still be sent has its body, and no body lies about for an item that is gone or sent. */
function expectWhole({ queue, payloads }: Disk): void {
  const open = (Object.values(queue) as Item[]).filter(({ state }) => state !== 'accepted')
  expect(Object.keys(payloads).sort()).toEqual(open.map(({ id }) => id).sort())
}

describe('a page that is killed', () => {
  test.each(operations)(
    'while %s leaves the old state or the new one, never something between',
    async (_, operation) => {
      await prepared()
      const old = await readDisk()
      const { writes } = await killed({ at: 0, asked: false }, operation)
      const renewed = await readDisk()
      expect(writes).toBeGreaterThan(0)
      expect(renewed).not.toEqual(old)
      expectWhole(renewed)

      for (let at = 1; at <= writes; at++)
        for (const asked of [false, true]) {
          await prepared()
          expect(await killed({ at, asked }, operation)).toEqual({ writes: at, dead: true })
          const left = await readDisk()
          expect([old, renewed]).toContainEqual(left)
          expectWhole(left)
          // A new page on the same device does it all again, and arrives.
          if (_.startsWith('queueing')) {
            await operation()
            expect((await listItems()).length).toBe(Object.keys(renewed.queue).length)
            expectWhole(await readDisk())
          }
        }
    },
  )
})

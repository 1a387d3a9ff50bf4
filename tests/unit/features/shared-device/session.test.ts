import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keyOf, lock, lockCount, openDossier } from '../../../../src/core/crypto/keyring.ts'
import { createEncrypted } from '../../../../src/core/db/create-encrypted.ts'
import { listEncrypted } from '../../../../src/core/db/encrypted-dossiers.ts'
import { shareDevice } from '../../../../src/core/db/shared-mode.ts'
import { keepSourceFile } from '../../../../src/core/db/source-files.ts'
import { createSession, userChangeCount } from '../../../../src/features/shared-device/session.ts'
import { askFor, subjectOf } from '../../../../src/features/shared-device/subject.ts'
import { queueRequest } from '../../../../src/outbox/api.ts'
import { onFreshDevice } from '../../setup/device.ts'
import { passTime } from '../../setup/pass-time.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { itemsOf, photo, sourceFile } from '../../setup/requests.ts'

quickCodes()
onFreshDevice()
beforeEach(() => shareDevice())

/** A student who has opened a dossier on a tablet, and what the page around it was told to do. */
async function atTablet(path = '/register') {
  const { id } = await createEncrypted('enrolment', '480215', 1)
  const done: string[] = []
  const page = { path }
  const session = createSession({
    path: () => page.path,
    goHome() {
      done.push('home')
      page.path = '/home'
    },
    forgetReplies: () => done.push('forget'),
  })
  return { id, session, done, page }
}

describe('locking', () => {
  test('takes the key and what the screens remember, and stays at the unlock screen of the wizard', async () => {
    const { id, session, done } = await atTablet()
    session.lockHere()
    expect(openDossier()).toBeUndefined()
    expect(() => keyOf(id)).toThrow('locked')
    expect(done).toEqual(['forget'])
  })

  test.each(['/status', '/reclamation/-', '/recepisse'])(
    'leaves %s, which shows what somebody asked for',
    async path => {
      const { session, done } = await atTablet(path)
      const subject = askFor('ML202600042')
      expect(subjectOf(subject)).toBe('ML202600042')
      session.lockHere()
      expect(done).toEqual(['forget', 'home'])
      expect(subjectOf(subject)).toBe('')
    },
  )

  test('ends the other screens also where nothing is open', async () => {
    const { session, done } = await atTablet('/status')
    lock()
    session.lockHere()
    expect(done).toEqual(['forget', 'home'])
  })

  test('draws the home page not anew, but a code that somebody left half typed there goes', async () => {
    const { session, done } = await atTablet('/home')
    lock()
    session.list()
    expect(session.get().listed).toBe(true)
    const before = { handovers: userChangeCount.get(), locks: lockCount() }
    session.lockHere()
    expect(session.get().listed).toBe(false)
    const after = { handovers: before.handovers + 1, locks: before.locks }
    expect({ handovers: userChangeCount.get(), locks: lockCount() }).toEqual(after)
    expect(done).toEqual([])
  })

  test('in one tab locks the others', async () => {
    const { session, done } = await atTablet()
    const stop = session.follow()
    const other = new BroadcastChannel('coffre')
    other.postMessage({ kind: 'draft' })
    other.postMessage({ kind: 'locked' })
    await expect.poll(openDossier, { interval: 1 }).toBeUndefined()
    expect(done).toEqual(['forget'])
    stop()
    other.close()
  })

  test('is told to the other tabs by who locks, and only by the button', async () => {
    const { session } = await atTablet()
    const heard: unknown[] = []
    const other = new BroadcastChannel('coffre')
    other.onmessage = ({ data }) => heard.push(data)
    session.lockHere()
    session.lockEverywhere()
    await expect.poll(() => heard, { interval: 1 }).toEqual([{ kind: 'locked' }])
    other.close()
  })
})

describe('ending', () => {
  test('names what is unsent first, and does nothing before the student has said so', async () => {
    const { id, session } = await atTablet()
    await queueRequest(photo('1', { dossier: id }), 1)
    await keepSourceFile(id, 'carteid', sourceFile)
    await session.ask()
    expect(session.get().unsent).toEqual({ waiting: ['Attestation du baccalauréat'], stuck: ["Pièce d'identité"] })
    session.cancel()
    expect(session.get().unsent).toBeUndefined()
    expect(await listEncrypted()).toHaveLength(1)
    expect(openDossier()).toBe(id)
  })

  test.each([
    [false, 1],
    [true, 0],
  ])('erases the dossier, with what waits: %s', async (all, left) => {
    const { id, session, done } = await atTablet()
    await queueRequest(photo('1', { dossier: id }), 1)
    await session.ask()
    await session.erase(all)
    expect(await listEncrypted()).toEqual([])
    expect(await itemsOf(id)).toHaveLength(left)
    expect(openDossier()).toBeUndefined()
    expect(done.at(-1)).toBe('home')
  })

  test('says so where the disk does not tell what is unsent', async () => {
    const { session } = await atTablet()
    const open = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('Gone.', 'UnknownError')
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asking = session.ask()
    await passTime(10_000)
    vi.useRealTimers()
    await asking
    IDBDatabase.prototype.transaction = open
    expect(session.get()).toMatchObject({ failed: true, unsent: undefined })
    await session.ask()
    expect(session.get()).toMatchObject({ failed: false, unsent: { waiting: [], stuck: [] } })
  })

  test('is nothing where nothing is open', async () => {
    const { id, session, done } = await atTablet()
    lock()
    await session.ask()
    await session.erase(true)
    expect(session.get().unsent).toBeUndefined()
    expect((await listEncrypted()).map(row => row.id)).toEqual([id])
    expect(done).toEqual([])
  })
})

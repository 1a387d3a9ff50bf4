import { describe, expect, test, vi } from 'vitest'
import { createUpdate } from '../../../src/app/worker-update.ts'

/** As far as the update looks at them. */
class HandWorker extends EventTarget {
  state = 'installing'
  readonly postMessage = vi.fn()
  install(): void {
    this.state = 'installed'
    this.dispatchEvent(new Event('statechange'))
  }
}
class HandRegistration extends EventTarget {
  active: HandWorker | null = null
  installing: HandWorker | null = null
  waiting: HandWorker | null = null
  readonly update = vi.fn(async () => {})
  /** The browser finds a new version. */
  find(): HandWorker {
    this.installing = new HandWorker()
    this.dispatchEvent(new Event('updatefound'))
    return this.installing
  }
}

/** A page that a worker serves, unless told otherwise. */
function aPage({
  controlled = true,
  gone = async () => true,
  registration = new HandRegistration(),
  calm = true,
} = {}) {
  const page = { controller: controlled ? new HandWorker() : null }
  const register = vi.fn(async () => registration as unknown as ServiceWorkerRegistration)
  const [reload, fillLists] = [vi.fn(), vi.fn()]
  const update = createUpdate({
    controller: () => page.controller as ServiceWorker | null,
    register,
    fillLists,
    isGone: gone,
    reload,
    isCalm: () => calm,
  })
  update.begin()
  update.watchOver(registration as unknown as ServiceWorkerRegistration)
  return { page, registration, register, reload, fillLists, update }
}

/** A version that has come, waits, and was agreed to. */
function accepted(options: Parameters<typeof aPage>[0] = {}) {
  const page = aPage(options)
  const coming = page.registration.find()
  coming.install()
  page.registration.waiting = coming
  page.update.accept()
  return { ...page, coming }
}

describe('a new version', () => {
  test('is announced once it is on the device, also where an installation of it had failed', () => {
    const { registration, update } = aPage()
    registration.find().dispatchEvent(new Event('statechange'))
    expect(update.get()).toBe('none')
    registration.find().install()
    expect(update.get()).toBe('ready')
  })

  test('reloads nothing before the student agrees and it is in charge; the one before it ends what it can', () => {
    const { page, reload, update, coming } = accepted()
    expect(coming.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
    expect(update.get()).toBe('accepted')
    expect(page.controller?.postMessage).toHaveBeenCalledWith({ type: 'LET_GO' })
    expect(reload).not.toHaveBeenCalled()
    update.controlled()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('that was agreed to, and is overtaken by a newer one, needs no second yes', () => {
    const { registration, update } = accepted()
    const second = registration.find()
    registration.waiting = second
    second.install()
    expect(second.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
    expect(update.get()).toBe('accepted')
  })

  test('that takes over late does not reload the page under an open camera', () => {
    const { reload, update } = accepted({ calm: false })
    update.controlled()
    expect(reload).not.toHaveBeenCalled()
    expect(update.get()).toBe('stale')
  })

  test('that was started from another tab is told, and never forced', () => {
    const { registration, reload, update } = aPage()
    registration.find().install()
    update.controlled()
    expect(update.get()).toBe('stale')
    registration.find().install()
    expect(update.get()).toBe('stale')
    expect(reload).not.toHaveBeenCalled()
  })

  test('that the browser had found before the page listened is announced, too', () => {
    const registration = new HandRegistration()
    const coming = registration.find()
    const { update } = aPage({ registration })
    expect(update.get()).toBe('none')
    coming.install()
    expect(update.get()).toBe('ready')
  })

  test('that no longer waits when the student agrees is had by a reload', () => {
    const { registration, reload, update } = aPage()
    registration.find().install()
    update.accept()
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('the first worker of this browser', () => {
  test('has nothing to tell, and is asked for its lists as soon as it serves the page', () => {
    const { page, registration, reload, fillLists, update } = aPage({ controlled: false })
    expect(fillLists).toHaveBeenLastCalledWith(null)
    registration.find().install()
    page.controller = new HandWorker()
    update.controlled()
    expect(update.get()).toBe('none')
    expect(reload).not.toHaveBeenCalled()
    expect(fillLists).toHaveBeenLastCalledWith(page.controller)
    registration.find().install()
    expect(update.get()).toBe('ready')
  })
})

describe('a look for something new', () => {
  test.each([
    ['asks the worker that is there', 'look', true, [0, 1]],
    ['else begins the installation again', 'look', false, [1, 0]],
    ['once the provider is there does not go out where a worker is', 'lookForFirst', true, [0, 0]],
    ['and does where none is', 'lookForFirst', false, [1, 0]],
  ] as const)('%s', async (_, look, active, calls) => {
    const { registration, register, update } = aPage()
    registration.active = active ? new HandWorker() : null
    await update[look]()
    expect([register.mock.calls.length, registration.update.mock.calls.length]).toEqual(calls)
  })

  test('that fails for want of a network says nothing', async () => {
    const { registration, update } = aPage()
    registration.active = new HandWorker()
    registration.update.mockRejectedValue(new TypeError('Failed to update a ServiceWorker'))
    await update.look()
    expect(update.get()).toBe('none')
  })
})

describe('a part of the portal that did not come', () => {
  test.each([
    ['is told where this build is gone from the server', () => Promise.resolve(true), 'stale'],
    ['says nothing where its files are still there', () => Promise.resolve(false), 'none'],
    ['says nothing without a network', async () => Promise.reject(new TypeError('Failed to fetch')), 'none'],
  ] as const)('%s', async (_, gone, expected) => {
    const { reload, update } = aPage({ gone })
    await update.partMissing()
    expect(update.get()).toBe(expected)
    expect(reload).not.toHaveBeenCalled()
  })

  test('of a page that its worker would bring back as it is has the newer version looked for, and is told of that', async () => {
    const { registration, update } = aPage()
    registration.active = new HandWorker()
    await update.partMissing()
    expect(update.get()).toBe('none')
    expect(registration.update).toHaveBeenCalledOnce()
    registration.find().install()
    expect(update.get()).toBe('ready')
  })
})

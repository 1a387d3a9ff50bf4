import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { broughtFirst, builds, nextBuild, nextContact, precached, workerScripts } from '../setup/builds.ts'
import { eventually, keptPaths, visitHome } from '../setup/device.ts'
import { badNetwork, gate, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** What an installation downloads, keeps and lets go of. */

const network = badNetwork()
const phone = phones(networkFaults, /status of 503/, /integrity/)

const { dir } = builds.complete
const files = precached(dir)
const downloaded = () => network.provider.journal.map(({ path }) => path).filter(path => files.includes(path))

/** Of our origin, and without a line of the portal's code: what is downloaded here, the worker alone has asked for. */
const bare = '/robots.txt'
const cacheOf = (page: Page) => `files-${new URL('/', page.url()).href}`

/** As Workbox kept a file: a page under the hash of its bytes, anything else under its address. */
function keyOf(path: string): string {
  const revision = createHash('md5')
    .update(readFileSync(join(dir, path)))
    .digest('hex')
  return path.endsWith('.html') ? `${path}?revision=${revision}` : path
}

const put = (page: Page, entries: (readonly [key: string, text: string])[]) =>
  page.evaluate(
    async ([name, all]) => {
      const cache = await caches.open(name)
      for (const [key, text] of all) await cache.put(key, new Response(text))
    },
    [cacheOf(page), entries] as const,
  )

/** @returns whether the installation ended well */
const install = (page: Page) =>
  page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    if (!installing) throw new Error('nothing is being installed')
    return new Promise<boolean>(resolve => {
      installing.addEventListener('statechange', () => {
        if (installing.state === 'activated') resolve(true)
        if (installing.state === 'redundant') resolve(false)
      })
    })
  })

/** Whoever knows no dates yet is led home, by the scripts of the neutral page. */
async function opensWithoutNetwork(page: Page): Promise<void> {
  await network.link.set({ network: 'gone' })
  await page.goto('/register')
  await page.waitForURL('**/home')
  await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
}

async function atBare() {
  const { page } = await phone(network.url).start()
  await page.goto(bare)
  return page
}

beforeEach(() => {
  expect(files.length).toBeGreaterThan(10)
})

test('of what lies there, only the file that is not as it was built is downloaded', async () => {
  const page = await atBare()
  const [altered = ''] = files.filter(path => path.includes('/screens-'))
  await put(
    page,
    files.map(path => [keyOf(path), (path === altered ? ' ' : '') + readFileSync(join(dir, path), 'utf8')] as const),
  )
  expect(await install(page)).toBe(true)
  expect(downloaded()).toEqual([altered])
})

test('what script in a page has laid among the files neither holds an installation up nor becomes a part of it', async () => {
  const page = await atBare()
  await put(page, [
    ['/assets/screens-AAAAAAAA.js', 'a'.repeat(600_000)],
    ['/assets/hydrate-AAAAAAAA.js', '-'.repeat(400_000)],
    ['/assets/tanstack-AAAAAAAA.js', 'import"./react-AAAAAAAA.js"'],
  ])
  expect(await install(page)).toBe(true)
  expect(await keptPaths(page)).toEqual(broughtFirst(dir).sort())
  await opensWithoutNetwork(page)
})

test('an installation that is cut keeps what came, and the next one asks for the rest alone', async () => {
  const page = await atBare()
  network.provider.script(/^\/assets\/react-/, { cut: 'half', times: 1 })
  expect(await install(page)).toBe(false)
  const came = await keptPaths(page)
  expect(came).not.toEqual([])
  network.provider.journal.length = 0
  expect(await install(page)).toBe(true)
  // What was still on its way when the first one ended may have come, too.
  expect(downloaded().filter(path => came.includes(path))).toEqual([])
  expect(downloaded()).toContainEqual(expect.stringContaining('/react-'))
  expect(await keptPaths(page)).toEqual(broughtFirst(dir).sort())
})

test('who comes again asks the network for no page, also while the worker has yet to start', async () => {
  const { page } = await phone(network.url).start()
  await visitHome(page)
  await page.goto('about:blank')
  const browser = await page.context().newCDPSession(page)
  await browser.send('ServiceWorker.enable')
  await browser.send('ServiceWorker.stopAllWorkers')
  network.provider.journal.length = 0
  await page.goto(`${network.url}/home`)
  await page.getByRole('timer').waitFor()
  expect(network.provider.journal.map(({ path }) => path)).not.toContain('/home')
})

test('a host that answers for a page by way of another address can be installed from, and opens without a network', async () => {
  const page = await atBare()
  network.provider.script('/index.html', { status: 302, headers: { Location: '/' } })
  expect(await install(page)).toBe(true)
  await opensWithoutNetwork(page)
})

test('until a new version is in charge the old one has all its parts, and afterwards only the new one', async () => {
  const { page } = await phone(network.url).start()
  await visitHome(page)
  await page.reload()
  network.provider.dist = nextBuild.dir
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  const update = page.getByRole('button', { name: 'Mettre à jour le portail' })
  await update.waitFor()
  expect(await keptPaths(page)).toEqual(expect.arrayContaining(files))
  await update.click()
  await eventually(() => keptPaths(page)).toEqual(precached(nextBuild.dir).sort())
})

async function atHomeWithPortal() {
  const { page } = await phone(network.url).start()
  await visitHome(page)
  await page.reload()
  network.provider.dist = nextBuild.dir
  network.provider.journal.length = 0
  return page
}

/** What was downloaded for the next version, without the worker itself. */
async function updates(page: Page): Promise<string[]> {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  const update = page.getByRole('button', { name: 'Mettre à jour le portail' })
  await update.waitFor()
  const paths = network.provider.journal.map(({ path }) => path)
  await update.click()
  await page.getByRole('contentinfo').getByText(nextContact).waitFor()
  await network.link.set({ network: 'gone' })
  await page.goto('/register')
  await page.locator('[aria-current="step"]').waitFor()
  const worker = workerScripts(dir)
  return paths.filter(path => /\.(?:js|css|html|txt)$|^\/home$/.test(path) && !worker.includes(path))
}

test('an update brings the files that have changed, and makes of what it has what has but new names', async () => {
  const page = await atHomeWithPortal()
  const brought = (await updates(page)).sort()
  expect(brought.map(path => path.replace(/-[\w-]{8}\./, '.'))).toEqual([
    expect.stringMatching(/^\/assets\/(?:early|hydrate)\.js$/),
    '/home.html',
    '/index.html',
  ])
})

test('a version that takes over while another one is being installed lets go of nothing that this one has brought', async () => {
  const { page } = await phone(network.url).start()
  await visitHome(page)
  await page.reload()
  const look = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().then(() => null))
  const update = page.getByRole('button', { name: 'Mettre à jour le portail' })
  const isNext = page.getByRole('contentinfo').getByText(nextContact)
  network.provider.dist = nextBuild.dir
  await look()
  await update.waitFor()
  // The host goes back to the build of before, of which one file is gone by now and does not come.
  network.provider.dist = dir
  const gone = '/index.html'
  await page.evaluate(([name, path]) => caches.open(name).then(cache => cache.delete(path)), [
    cacheOf(page),
    keyOf(gone),
  ] as const)
  const part = gate()
  network.provider.script(gone, { hold: part.hold })
  network.provider.journal.length = 0
  await look()
  await eventually(() => downloaded()).toContain(gone)
  await update.click()
  await isNext.waitFor()
  part.open()
  await update.waitFor()
  expect(await keptPaths(page)).toEqual(expect.arrayContaining(files))
  await update.click()
  await isNext.waitFor({ state: 'detached' })
  await eventually(() => keptPaths(page)).toEqual([...files].sort())
})

import { ownRoute } from '../src/spec/pages.ts'
import { damagedPage } from './damaged.ts'
import { firstPaths, isListed } from './files.ts'
import { keptFile, repairedFile } from './whole.ts'

declare const self: ServiceWorkerGlobalScope

const neutral = '/index.html'

/**
 * Scripts and styles that are damaged here and could not be downloaded: a page that needs one of
 * them can't start.
 */
const missing = new Set<string>()

/**
 * The portal's own routes open from the device at once; any other address may be a receipt or a
 * server's page.
 */
export async function serveNavigation(
  request: Request,
  url: URL,
  event: FetchEvent,
): Promise<Response> {
  if (ownRoute.test(url.pathname))
    return url.pathname === '/home' ? ownPage('/home.html', event) : drawnPage(url.pathname, event)
  if (isListed(url) && url.pathname.endsWith('.html')) return ownPage(url.pathname, event)
  try {
    return await fetch(request)
  } catch {
    // Without a network an unknown path gets the portal's own "not found".
    return ownPage(neutral, event)
  }
}

/**
 * The neutral page holds each page that the build has drawn: the one of this address gets its
 * styles, and those of others would only hold up the first paint.
 */
async function drawnPage(pathname: string, event: FetchEvent): Promise<Response> {
  const page = await ownPage(neutral, event)
  const styles = firstPaths.find(path => path.endsWith('.css'))
  const html = (await page.text())
    .replace(/<template data-page="([^"]+)".*?<\/template>/gs, (drawn, at) => {
      return at === pathname ? drawn : ''
    })
    .replace('</head>', `<link rel="stylesheet" crossorigin href="${styles}" /></head>`)
  return new Response(html, page)
}

async function ownPage(page: string, event: FetchEvent): Promise<Response> {
  const client = event.resultingClientId
  try {
    for (const path of await missingAtStart()) await servedFile(path, client)
    const kept = await keptFile(page)
    if (kept) return kept
    // The neutral page works at every address, so the student need not wait for the repair.
    const neutralPage = await keptFile(neutral)
    if (!neutralPage) return await repairedFile(page, client)
    event.waitUntil(repairedFile(page, client).catch(() => undefined))
    return neutralPage
  } catch {
    return damagedPage(await bringNext())
  }
}

/**
 * The neutral page names what each page needs at its start; any other missing file affects only its
 * own screen.
 */
async function missingAtStart(): Promise<string[]> {
  if (missing.size === 0) return []
  const names = (await (await keptFile(neutral))?.text()) ?? ''
  return [...missing].filter(path => names.includes(path))
}

/** @throws TypeError where the file is damaged here and can't be downloaded */
export async function servedFile(path: string, client: string): Promise<Response> {
  try {
    const file = (await keptFile(path)) ?? (await repairedFile(path, client))
    missing.delete(path)
    return file
  } catch (error) {
    missing.add(path)
    throw error
  }
}

/**
 * The host may have a newer version and no files of this one: that version takes charge once it is
 * installed.
 */
async function bringNext(): Promise<boolean> {
  const { registration } = self
  await registration.update().catch(() => undefined)
  const next = registration.installing ?? registration.waiting
  next?.postMessage({ type: 'SKIP_WAITING' })
  return next !== null
}

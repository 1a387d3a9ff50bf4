import { ownRoute } from '../src/rules/own-route.ts'

/** The portal's own routes open from the device at once; any other address may be a receipt or a server's page. */
export async function serveNavigation(
  request: Request,
  url: URL,
  precached: (path: string) => Promise<Response | undefined>,
): Promise<Response> {
  const shell = async () =>
    (url.pathname === '/home' ? await precached('/home.html') : undefined) ?? (await precached('/index.html'))
  if (ownRoute.test(url.pathname)) return (await shell()) ?? fetch(request)
  try {
    return await fetch(request)
  } catch {
    // Without a network an unknown path gets the portal's own "not found".
    return (await shell()) ?? Response.error()
  }
}

interface Policy {
  createScriptURL(url: string): string
}
interface TrustedTypesFactory {
  createPolicy(name: string, rules: Policy): Policy
}

let policy: Policy | undefined

/**
 * The URL of one of the portal's own workers, as a TrustedScriptURL, which the Trusted Types policy
 * of the page requires. A browser without Trusted Types gets the string itself.
 * @throws TypeError for any address that is not a script of this origin
 */
export function trustedScript(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory }
  policy ??= trustedTypes?.createPolicy('portail', { createScriptURL: ownScript }) ?? {
    createScriptURL: ownScript,
  }
  return policy.createScriptURL(url)
}

function ownScript(url: string): string {
  const { origin, pathname } = new URL(url, location.href)
  if (origin !== location.origin || !pathname.endsWith('.js'))
    throw new TypeError(`${url} is no script of the portal.`)
  return url
}

import * as v from 'valibot'

/** Whom a whole browser has tried to reach, by Chromium's own log of its network (`--log-net-log=FILE`). */

const NetLog = v.object({
  constants: v.object({ logEventTypes: v.record(v.string(), v.number()) }),
  events: v.array(v.object({ type: v.number(), params: v.optional(v.looseObject({})) })),
})

/**
 * Where a contact is written down, each before a byte has left: a request of any page, worker or of the browser itself,
 * a name that is looked up, a connection that is tried.
 */
const places: Readonly<Record<string, string>> = {
  URL_REQUEST_START_JOB: 'url',
  CORS_REQUEST: 'url',
  HTTP_STREAM_JOB: 'destination',
  HOST_RESOLVER_MANAGER_REQUEST: 'host',
  DNS_TRANSACTION: 'hostname',
  TCP_CONNECT_ATTEMPT: 'address',
}

/** What Chromium with its windows asks for by itself, whatever page is open, in spite of the flags against it. */
const ofTheBrowser = ['update.googleapis.com', 'accounts.google.com']

/** Every host with its port, and the entry that named it first. */
export function contactsIn(log: unknown): Map<string, string> {
  const { constants, events } = v.parse(NetLog, log)
  const nameOf = new Map(Object.entries(constants.logEventTypes).map(([name, type]) => [type, name]))
  const contacts = new Map<string, string>()
  for (const { type, params } of events) {
    const name = nameOf.get(type) ?? ''
    const value = params?.[places[name] ?? '']
    const host = typeof value === 'string' ? hostOf(value) : ''
    if (host && !contacts.has(host)) contacts.set(host, `${name} ${value}`)
  }
  return contacts
}

/** Contacts with any host but the portal's own, which the machine may know by its addresses. */
export function otherContacts(log: unknown, portal: string): string[] {
  const { host, port, hostname } = new URL(portal)
  const own = hostname === 'localhost' ? [host, hostname, `127.0.0.1:${port}`, `[::1]:${port}`] : [host, hostname]
  const others = [...contactsIn(log)].filter(([name]) => !own.includes(name) && !ofTheBrowser.includes(name))
  return others.map(([, entry]) => entry)
}

/** Empty for an address that no network is needed for: a blob, a picture within the page. */
function hostOf(value: string): string {
  if (!/^[a-z][a-z\d+.-]*:/i.test(value) || /^[^:]+:\d+$/.test(value)) return value.replace(/\.$/, '')
  const { protocol, host } = new URL(value)
  return /^(?:https?|wss?):$/.test(protocol) ? host : ''
}

export interface Fetched {
  response: Response
  bytes: Buffer
}

/** What is no call: a receipt, or the keys that sign it. Undefined where the connection fails. */
export async function fetched(url: string, origin: string): Promise<Fetched | undefined> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(45_000),
      headers: { Origin: origin },
    })
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  } catch {
    return undefined
  }
}

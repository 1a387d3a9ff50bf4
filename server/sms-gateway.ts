export interface SmsGateway {
  url: string
  token: string | undefined
}

export interface OutgoingSms {
  /** The same at each try: a gateway that has taken it already must not send it again. */
  id: string
  phone: string
  text: string
}

export type Delivery =
  | { kind: 'sent' }
  /** This message will never be taken. */
  | { kind: 'refused'; why: string }
  | { kind: 'failed'; why: string; retryAfterMs: number }

const countryCode = '+223'

/** One POST a message; docs/production.md is what the owner of a gateway reads. */
export async function deliver(
  { url, token }: SmsGateway,
  { id, phone, text }: OutgoingSms,
  signal: AbortSignal,
): Promise<Delivery> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': id,
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ id, to: `${countryCode}${phone}`, text }),
      // Followed, a redirect would carry the code to a host that nobody named.
      redirect: 'manual',
      signal,
    })
    // An unread body would keep its connection.
    await answer.body?.cancel()
    if (answer.ok) return { kind: 'sent' }
    const why = `HTTP ${answer.status}`
    if (answer.status === 400 || answer.status === 422) return { kind: 'refused', why }
    const seconds = Number(answer.headers.get('retry-after') ?? 0)
    return { kind: 'failed', why, retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0 }
  } catch (error) {
    return { kind: 'failed', why: causeOf(error), retryAfterMs: 0 }
  }
}

/** `ECONNREFUSED` says more than « fetch failed », and an error's own words may quote what was sent. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}

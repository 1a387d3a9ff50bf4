export interface SmsGateway {
  url: string
  token: string | undefined
}

export interface OutgoingSms {
  /** The same in each attempt: a gateway that already has the message must not send it again. */
  id: string
  phone: string
  text: string
}

export type Delivery =
  | { kind: 'sent' }
  /** The gateway will never accept this message. */
  | { kind: 'refused'; why: string }
  | { kind: 'failed'; why: string; retryAfterMs: number }

const countryCode = '+223'

/** One POST per message; provider/docs/production.md describes it for the owner of a gateway. */
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
      // Followed, a redirect would carry the code to a host that the operator did not name.
      redirect: 'manual',
      signal,
    })
    // An unread body would keep its connection occupied.
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

/**
 * `ECONNREFUSED` says more than « fetch failed », and an error's message may quote what was sent.
 */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}

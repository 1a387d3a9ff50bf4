import type { World } from '../../../tests/model/world.ts'
import type { Gateway, Message } from './gateway.ts'
import type { Answered } from './host.ts'
import type { Order } from './order.ts'
import { people } from './people.ts'
import type { Postgres } from './postgres.ts'

interface Saved {
  phone: string
  sentAt: Date
  confirmedAt: Date | null
}

const aliveMs = 30 * 60_000

/**
 * A code of the last half hour that came to the number which stands is taken, whatever was sent
 * after it.
 */
export class Codes {
  constructor(
    readonly world: World,
    readonly gateway: Gateway,
    readonly order: Order,
    readonly postgres: Postgres,
  ) {}

  /** A call that gives a code begins. @returns to be called with its answer */
  async comes(path: string, body: string): Promise<(answered: Answered) => Promise<void>> {
    if (!path.endsWith('/otp/valide') || !body.endsWith('}')) return async () => undefined
    const { matricule, otp } = JSON.parse(body)
    const before = await this.#saved(matricule)
    const message = before && this.#counting(matricule, otp, before)
    return async ({ code, text }) => {
      if (!message || code !== 200 || !/n’est pas le bon|expiré/.test(text)) return
      const after = await this.#saved(matricule)
      const isSame = after && String([after.sentAt, after.confirmedAt]) === String([before.sentAt, before.confirmedAt])
      if (isSame && this.#counting(matricule, otp, after))
        this.world.violated(`(18) ${otp}, which was sent to ${message.phone} of ${matricule}, is refused`)
    }
  }

  /**
   * A message to a number that another student may give says not whose it is, nor an hour that was
   * set meanwhile when.
   */
  #counting(matricule: string, otp: string, { phone, confirmedAt }: Saved): Message | undefined {
    const [own] = Object.values(people).flatMap(one => (one.matricule === matricule ? [one.phones[0]] : []))
    if (phone !== own || this.order.hasJumped) return undefined
    return [...this.gateway.taken.values()].find(message => {
      const { askedAt } = message
      const isOwn = message.phone === phone && message.code === otp && message.purpose === 'enrolment'
      const hasServed = confirmedAt !== null && confirmedAt.getTime() >= askedAt
      return isOwn && this.world.now - askedAt <= aliveMs && !hasServed
    })
  }

  async #saved(matricule: string): Promise<Saved | undefined> {
    const [saved] = await this.world.meanwhile(
      this.postgres.query<Saved>(
        `SELECT phone, code_sent_at AS "sentAt", code_confirmed_at AS "confirmedAt" FROM enrolments
         WHERE matricule = $1`,
        [matricule],
      ),
    )
    return saved
  }
}

import type { Database } from '../database/port.ts'
import { decrypt } from '../database/secret.ts'
import type { WriteLog } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { type Delivery, deliver, type SmsGateway } from './sms-gateway.ts'
import { claimSms, dropSms, postponeSms, type QueuedSms, queuePurpose } from './sms-queue.ts'

const second = 1000

/**
 * On the day of results fifteen codes a second: one process keeps up with a gateway that takes a
 * second for each.
 */
export const smsSending = {
  together: 20,
  pollMs: second,
  timeoutMs: 10 * second,
  /**
   * Longer than an attempt: when a process dies during one, another process tries again afterwards.
   */
  leaseMs: 20 * second,
  firstPauseMs: 2 * second,
  longestPauseMs: 60 * second,
  stopMs: 3 * second,
}

export interface Sending {
  database: Database
  secret: Buffer
  gateway: SmsGateway
  writeLog: WriteLog
  metrics: Metrics
}

/**
 * Doubles after each attempt, up to a minute: a gateway that is back gets all messages within that
 * minute.
 */
export function pauseAfter(tries: number, retryAfterMs: number): number {
  const own = Math.min(smsSending.longestPauseMs, smsSending.firstPauseMs * 2 ** (tries - 1))
  return Math.min(smsSending.longestPauseMs, Math.max(own, retryAfterMs))
}

/** Sends the queue's messages to the gateway, a few at a time, until it is stopped. */
export class SmsSender {
  private readonly underWay = new Set<Promise<void>>()
  private readonly cut = new AbortController()
  private stopping = false
  private roused = false
  private rouse: () => void = () => undefined
  private trouble: string | undefined
  private readonly work: Promise<void>

  constructor(private readonly sending: Sending) {
    this.work = this.run()
  }

  /** Called when the queue has a new message. */
  wake(): void {
    this.roused = true
    this.rouse()
  }

  /** Lets messages that are being sent finish within a bounded time; the rest stay in the queue. */
  async stop(): Promise<void> {
    this.stopping = true
    this.wake()
    const timer = setTimeout(() => this.cut.abort(), smsSending.stopMs)
    await this.work
    await Promise.all(this.underWay)
    clearTimeout(timer)
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.roused = false
      const free = smsSending.together - this.underWay.size
      try {
        const messages =
          free > 0 ? await claimSms(this.sending.database, free, smsSending.leaseMs) : []
        for (const message of messages) this.begin(message)
      } catch {
        // The database is away: the calls log that, and the messages stay in it.
      }
      if (!this.roused && !this.stopping) await this.rest()
    }
  }

  private async rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>(resolve => {
      this.rouse = resolve
      timer = setTimeout(resolve, smsSending.pollMs)
    })
    clearTimeout(timer)
  }

  private begin(message: QueuedSms): void {
    const work = this.send(message)
      // The message's lease expires by itself, then it is tried again with the same id.
      .catch(() => undefined)
      .finally(() => {
        this.underWay.delete(work)
        this.wake()
      })
    this.underWay.add(work)
  }

  private async send(message: QueuedSms): Promise<void> {
    const { database, secret, gateway, metrics } = this.sending
    const text = decrypt(secret, queuePurpose, message.text)
    if (message.expired || text === undefined) {
      await dropSms(database, message)
      metrics.smsTried('expired')
      return
    }
    const signal = AbortSignal.any([this.cut.signal, AbortSignal.timeout(smsSending.timeoutMs)])
    const delivery = await deliver(gateway, { id: message.id, phone: message.phone, text }, signal)
    // An attempt that the stop has aborted says nothing about the gateway.
    if (!this.cut.signal.aborted) this.tell(message, delivery)
    metrics.smsTried(delivery.kind)
    if (delivery.kind === 'failed')
      await postponeSms(database, message, pauseAfter(message.tries, delivery.retryAfterMs))
    else await dropSms(database, message)
  }

  /**
   * Logs an outage once at its beginning and once at its end; a single message appears only by its
   * id.
   */
  private tell({ id }: QueuedSms, delivery: Delivery): void {
    const { writeLog } = this.sending
    if (delivery.kind === 'refused')
      writeLog({
        level: 'warn',
        message: `The SMS gateway refused message ${id} for good: ${delivery.why}.`,
      })
    const why = delivery.kind === 'failed' ? delivery.why : undefined
    if (why && this.trouble === undefined)
      writeLog({
        level: 'error',
        message: `SMS_GATEWAY_URL takes no messages: ${why}. They wait and are tried again.`,
      })
    if (!why && this.trouble !== undefined)
      writeLog({ level: 'info', message: 'SMS_GATEWAY_URL takes messages again.' })
    this.trouble = why
  }
}

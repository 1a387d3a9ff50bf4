import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { inTime } from '../database/in-time.ts'
import type { Queries } from '../database/port.ts'
import type { Delivery } from '../sms/sms-gateway.ts'
import { type Backlog, readBacklog } from './backlog.ts'
import { type SecurityEvent, securityEvents } from './security-events.ts'

/**
 * For `/readyz` and `/metrics`: a monitor asks every few seconds and must not wait for a database
 * that hangs.
 */
export const probes = { databaseMs: 2_000, backlogKeptMs: 10_000, retryAfterSeconds: 5 }

export interface Answered {
  template: string
  status: number
  seconds: number
  /** The cause, where one of our own rules refused the request. */
  refusal: string | undefined
}

interface Watched {
  database: Queries
  now: () => Date
}

/** From a quick answer to a photograph on 2G, which takes minutes. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 300]

/**
 * Counters of this process, for Prometheus. Labels come from closed lists, so they contain no
 * personal data.
 */
export class Metrics {
  readonly registry = new Registry()
  private readonly options = { registers: [this.registry] }
  private readonly requests = new Counter({
    name: 'portal_requests_total',
    help: 'Answers, by the template of the path and the status.',
    labelNames: ['template', 'status'] as const,
    ...this.options,
  })
  private readonly durations = new Histogram({
    name: 'portal_request_seconds',
    help: 'From the head of a request to its answer; a slow phone counts as well.',
    labelNames: ['template'] as const,
    buckets,
    ...this.options,
  })
  private readonly refusals = new Counter({
    name: 'portal_refusals_total',
    help: 'Requests that were refused, by status and cause.',
    labelNames: ['status', 'cause'] as const,
    ...this.options,
  })
  private readonly uploads = new Counter({
    name: 'portal_uploads_accepted_total',
    help: 'Photographs that were acknowledged, repeats too.',
    ...this.options,
  })

  private readonly sms = new Counter({
    name: 'portal_sms_total',
    help: 'Messages by what came of a try: sent, failed (it is tried again), refused for good, expired.',
    labelNames: ['outcome'] as const,
    ...this.options,
  })

  private readonly attacks = new Counter({
    name: 'portal_security_events_total',
    help: 'What looked like an attack, by what it aims at.',
    labelNames: ['event'] as const,
    ...this.options,
  })

  constructor() {
    for (const event of securityEvents) this.attacks.inc({ event }, 0)
    for (const outcome of ['sent', 'failed', 'refused', 'expired'] as const)
      this.sms.inc({ outcome }, 0)
    collectDefaultMetrics({ register: this.registry })
  }

  answered({ template, status, seconds, refusal }: Answered): void {
    this.requests.inc({ template, status })
    this.durations.observe({ template }, seconds)
    const cause = refusal ?? (status >= 500 ? 'fault' : undefined)
    if (cause) this.refusals.inc({ status, cause })
  }

  attacked(event: SecurityEvent): void {
    this.attacks.inc({ event })
  }

  uploadAccepted(): void {
    this.uploads.inc()
  }

  smsTried(outcome: Delivery['kind'] | 'expired'): void {
    this.sms.inc({ outcome })
  }

  /**
   * Gauges that are read on request and kept for seconds: a scrape must not slow down students'
   * calls.
   */
  watch({ database, now }: Watched): void {
    let kept: Promise<Backlog | undefined> | undefined
    let readAt = Number.NEGATIVE_INFINITY
    const read = () => {
      if (!kept || Math.abs(now().getTime() - readAt) > probes.backlogKeptMs) {
        readAt = now().getTime()
        kept = inTime(probes.databaseMs, readBacklog(database)).catch(() => undefined)
      }
      return kept
    }
    const gauge = (name: string, help: string, value: (backlog: Backlog | undefined) => number) =>
      new Gauge({
        name,
        help,
        ...this.options,
        async collect() {
          this.set(value(await read()))
        },
      })
    gauge('portal_database_up', 'Whether the database answered.', backlog => (backlog ? 1 : 0))
    gauge(
      'portal_files_to_review',
      'Files whose last step was done, with a document that nobody has judged; the same in every process.',
      backlog => backlog?.filesToReview ?? Number.NaN,
    )
    gauge(
      'portal_sms_queued',
      'Messages that wait for the gateway; the same in every process.',
      backlog => backlog?.smsQueued ?? Number.NaN,
    )
    gauge(
      'portal_sms_oldest_seconds',
      'How long the first of them has waited.',
      backlog => backlog?.smsOldestSeconds ?? Number.NaN,
    )
  }
}

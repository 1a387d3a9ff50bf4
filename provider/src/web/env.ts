import type { HttpBindings } from '@hono/node-server'

export interface WebEnv {
  Bindings: HttpBindings
  Variables: {
    /** The request's path without personal data, for the log. */
    template: string
    /** The request's id in log lines and in the answer. */
    id: string
    /** When it came, by the provider's clock. */
    came: Date
    /** Why one of our rules refused it, as one word of a closed list. */
    refusal: string | undefined
    /** `status` of this call's refusals. */
    refusalStatus: number | undefined
  }
}

import type { HttpBindings } from '@hono/node-server'

export interface WebEnv {
  Bindings: HttpBindings
  Variables: {
    /** The request's path without anything personal, for the log. */
    template: string
    /** What log lines and the answer name the request by. */
    id: string
    /** Why a rule of ours refused it, in one word from a closed list. */
    refusal: string | undefined
    /** `status` of the asked call's refusals. */
    refusalStatus: number | undefined
  }
}

import type { HttpBindings } from '@hono/node-server'

export interface WebEnv {
  Bindings: HttpBindings
  Variables: {
    /** The request's path without anything personal, for the log. */
    template: string
  }
}

import { ensureServer } from './built.ts'

/** Runs once before the server's tests: what each child of theirs is started from. */
export const setup = (): void => ensureServer()

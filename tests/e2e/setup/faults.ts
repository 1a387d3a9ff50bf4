/** Of what a browser says by itself, all that is a fault: of policies, of files, of workers. The next one says more. */
const faults = [
  /content.security.policy|trusted.?(types?|script)|refused to|sandbox/i,
  /failed to|net::ERR|integrity|MIME type|preload|manifest/i,
  /uncaught|unhandled|service.?worker|indexeddb|quota/i,
]

/**
 * Whether an error on a page's console fails its journey. What a script wrote always does; of what a browser says by
 * itself, what is known to be a fault: another version of it may find new words for what is none.
 */
export const isFault = ({ text, byScript }: { text: string; byScript: boolean }): boolean =>
  byScript || faults.some(fault => fault.test(text))

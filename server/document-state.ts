/** What the verifiers have found of a photograph so far. */
export type DocumentState = 'received' | 'validated' | 'rejected'

/** The verifiers' verdict on a photograph so far. */
export type DocumentState = 'received' | 'validated' | 'rejected'

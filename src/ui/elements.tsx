import type { ReactElement } from 'react'

/**
 * What may stand beside others: elements and nothing else. A text has an element of its own
 * (docs/platform.md).
 */
export type Elements = ReactElement | boolean | '' | null | undefined | readonly Elements[]

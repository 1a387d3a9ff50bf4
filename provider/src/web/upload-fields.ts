import { bodyBytes, uploadParts } from '../limits/limits.ts'

/** Below each base: photographs that come in parts. */
export const uploadsPath = 'uploads/'

/**
 * Header fields of draft-ietf-httpbis-resumable-upload. A value of another form counts as a missing
 * field.
 */

export function booleanField(value: string | undefined): boolean | undefined {
  const sign = /^\?([01]) *(?:;.*)?$/.exec(value?.trim() ?? '')?.[1]
  return sign === undefined ? undefined : sign === '1'
}

export function integerField(value: string | undefined): number | undefined {
  const digits = /^(\d{1,15}) *(?:;.*)?$/.exec(value?.trim() ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export const asBoolean = (value: boolean): string => (value ? '?1' : '?0')

/** Announces that photographs may come in parts, and how large these may be. */
export const uploadLimit = (maxAgeSeconds = uploadParts.ageMs / 1000): string =>
  `max-size=${bodyBytes.upload}, max-append-size=${uploadParts.appendBytes}, max-age=${maxAgeSeconds}`

const problemTypes = 'https://iana.org/assignments/http-problem-types#'

export const mismatchingOffset = (expected: number, provided: number) => ({
  type: `${problemTypes}mismatching-upload-offset`,
  title: 'offset from request does not match offset of resource',
  'expected-offset': expected,
  'provided-offset': provided,
})

export const inconsistentLength = {
  type: `${problemTypes}inconsistent-upload-length`,
  title: 'inconsistent length values for upload',
}

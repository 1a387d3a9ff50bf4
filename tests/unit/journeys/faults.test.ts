import { describe, expect, test } from 'vitest'
import { isFault } from '../../e2e/setup/faults.ts'

describe('an error on the console', () => {
  test.each(['perdu', '', 'A new browser has new words'])('is a fault when a script wrote it: "%s"', text =>
    expect(isFault({ text, byScript: true })).toBe(true),
  )

  test.each([
    "Refused to load the image 'https://ailleurs.example/x.png'",
    'Loading the image violates the following Content Security Policy directive: "img-src \'self\'"',
    "This document requires 'TrustedScript' assignment.",
    'Failed to load resource: the server responded with a status of 405 ()',
    'Failed to load resource: net::ERR_EMPTY_RESPONSE',
    "Failed to find a valid digest in the 'integrity' attribute for resource",
    'Uncaught (in promise) Error: promesse',
    'Manifest: Line: 1, column: 1, Syntax error.',
    'The service worker navigation preload request was cancelled',
  ])('is a fault when the browser says of a policy, a file or a worker: %s', text =>
    expect(isFault({ text, byScript: false })).toBe(true),
  )

  test.each([
    'Blocked aria-hidden on an element because its descendant retained focus.',
    '[DOM] A form field should have an id: (More info: https://example.org)',
    'Something that no browser says today',
  ])('is no fault when the browser says what nobody knows yet: %s', text =>
    expect(isFault({ text, byScript: false })).toBe(false),
  )
})

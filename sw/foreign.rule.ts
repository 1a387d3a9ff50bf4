/**
 * Whether a page of another site has sent this. Nobody's page has shared a photo from an app: then there is no referrer,
 * and an origin of "null". A page that hides where it stands looks the same, so nothing may be done with what came.
 */
export const isForeign = (origin: string | null, referrer: string, own: string): boolean =>
  [origin ?? '', referrer].some(said => said.startsWith('http') && new URL(said).origin !== own)

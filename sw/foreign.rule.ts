/**
 * Whether a page of another site sent this request. A share from an app comes from no page: no
 * referrer, and an origin of "null". A page that hides its address looks the same, so nothing is
 * done with the photos by itself.
 */
export const isForeign = (origin: string | null, referrer: string, own: string): boolean =>
  [origin ?? '', referrer].some(said => said.startsWith('http') && new URL(said).origin !== own)

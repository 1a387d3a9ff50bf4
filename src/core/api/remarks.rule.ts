const opening = ',"remarques":'

/**
 * A photo's body without what it says to the verifier, for a provider that refuses a field which it
 * does not know; undefined where it says nothing. Base64 holds no quotation mark. Pure.
 */
export function withoutRemarks(json: string): string | undefined {
  const at = json.lastIndexOf(opening)
  return at < 0 ? undefined : `${json.slice(0, at)}}`
}

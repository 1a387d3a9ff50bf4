export type Lines = readonly string[]

export const block = (head: string, lines: Lines): Lines => [
  `${head} {`,
  ...lines.map(line => `  ${line}`),
  '}',
]

export const quoted = (value: string) => (value.includes('"') ? `'${value}'` : `"${value}"`)

const hsts = 'max-age=31536000'

/** In nginx, a location with an add_header of its own inherits none of the outer ones. */
export const added = (headers: Readonly<Record<string, string>>, isSecure: boolean): Lines =>
  Object.entries({ ...headers, ...(isSecure && { 'Strict-Transport-Security': hsts }) }).map(
    ([name, value]) => `add_header ${name} ${quoted(value)} always;`,
  )

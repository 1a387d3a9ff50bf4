// Vite's import of a picture as a `data:` address: two small logos are not worth a round trip each.
declare module '*.svg?inline' {
  const address: string
  export = address
}

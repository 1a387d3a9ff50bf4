// Vite's import of a worker's address (`?worker&url`).
declare module '*?worker&url' {
  const url: string
  export = url
}

// Vite's import of a picture as its own text.
declare module '*.svg?raw' {
  const text: string
  export = text
}

/** Router and queries: the second largest part, in a chunk and a task of their own like React. */
// biome-ignore lint/performance/noBarrelFile: it names what goes into one chunk
export { QueryClient } from '@tanstack/react-query'
export { createRouter } from '@tanstack/react-router'

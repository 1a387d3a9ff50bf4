/** The largest part of what is downloaded, and the one that changes least: a chunk and a turn of its own. */
// biome-ignore lint/performance/noBarrelFile: it names what goes into one chunk
export { createRoot, hydrateRoot } from 'react-dom/client'

/**
 * React is the largest part of the download and changes least: a chunk of its own, evaluated in a
 * task of its own.
 */
// biome-ignore lint/performance/noBarrelFile: it names what goes into one chunk
export { createRoot, hydrateRoot } from 'react-dom/client'

/** The largest part of what is downloaded, and the one that changes least: a chunk and a turn of its own. */
export { createRoot, hydrateRoot } from 'react-dom/client'

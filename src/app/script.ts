/** Where the worker's script lies, and how it is asked for: past the browser's cache, where a captive portal may have been. */
export const workerScript = '/sw.js'
export const workerOptions = { updateViaCache: 'none' } as const

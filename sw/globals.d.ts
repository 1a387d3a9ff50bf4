/** What the WebWorker lib does not know yet: the list that the build writes in, Background Sync, and the worker's routes. */
interface ServiceWorkerGlobalScope {
  __WB_MANIFEST: { url: string; revision: string | null; integrity: string; later?: true; blocks?: string }[]
}

interface ImportMetaEnv {
  readonly CONNECTIONS: string
}

/** Of an installation, in Chromium. */
interface ExtendableEvent {
  addRoutes?(rule: { condition: { requestMode: RequestMode }; source: 'fetch-event' }): Promise<void>
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}

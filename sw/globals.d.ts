/**
 * Types that the WebWorker lib lacks: the list that the build inserts, Background Sync, and static
 * routes.
 */
interface ServiceWorkerGlobalScope {
  __WB_MANIFEST: {
    url: string
    revision: string | null
    integrity: string
    stage?: 'later' | 'wanted'
  }[]
}

interface ImportMetaEnv {
  readonly CONNECTIONS: string
}

/** In Chromium's install event only. */
interface ExtendableEvent {
  addRoutes?(rule: {
    condition: { requestMode: RequestMode }
    source: 'fetch-event'
  }): Promise<void>
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}

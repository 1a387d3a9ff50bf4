/** What the WebWorker lib does not know yet: the list that the build writes in, and Background Sync. */
interface ServiceWorkerGlobalScope {
  __WB_MANIFEST: { url: string; revision: string | null; integrity: string; later?: true; blocks?: string }[]
}

interface ImportMetaEnv {
  readonly CONNECTIONS: string
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}

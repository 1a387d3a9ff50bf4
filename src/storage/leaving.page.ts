import { letGo } from './database.ts'

/** What a page that comes back has given up when it was left, it begins anew: by what lies on the disk. */
export function leaveCleanly(): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return
    let given = false
    given = letGo(
      new Promise(back => addEventListener('pageshow', () => (given ? location.reload() : back()), { once: true })),
    )
  })
}

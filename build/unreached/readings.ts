import { query } from './query.ts'
import { react, reactDomShared } from './react.ts'
import { reactDom } from './react-dom.ts'
import { router } from './router.ts'
import { routerReact } from './router-react.ts'
import type { Reading } from './row.ts'
import { valibot } from './valibot.ts'

/** Every file of which something is left out. */
export const readings: readonly Reading[] = [
  reactDom,
  react,
  reactDomShared,
  ...router,
  ...routerReact,
  ...query,
  valibot,
]

/** Of those, what the service worker has, too: a build of its own. */
export const workerReadings: readonly Reading[] = [valibot]

import { history } from './history.ts'
import { idbKeyval } from './idb-keyval.ts'
import { query } from './query.ts'
import { queryAsks } from './query-asks.ts'
import { queryObservers } from './query-observers.ts'
import { queryReact } from './query-react.ts'
import { react, reactDomDoors, reactDomShared, scheduler } from './react.ts'
import { reactDom } from './react-dom.ts'
import { router } from './router.ts'
import { routerLoad } from './router-load.ts'
import { routerMatch } from './router-match.ts'
import { routerReact } from './router-react.ts'
import type { Reading } from './row.ts'
import { valibot } from './valibot.ts'

/** Every file of which something is left out. */
export const readings: readonly Reading[] = [
  reactDom,
  react,
  reactDomShared,
  ...reactDomDoors,
  scheduler,
  ...history,
  ...router,
  ...routerLoad,
  ...routerMatch,
  ...routerReact,
  ...query,
  ...queryAsks,
  ...queryObservers,
  ...queryReact,
  idbKeyval,
  valibot,
]

/** Of those, what the service worker has, too: a build of its own. */
export const workerReadings: readonly Reading[] = [idbKeyval, valibot]

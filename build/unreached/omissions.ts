import { history } from './history.ts'
import { idbKeyval } from './idb-keyval.ts'
import { query } from './query.ts'
import { queryAsks } from './query-asks.ts'
import { queryObservers } from './query-observers.ts'
import { queryReact } from './query-react.ts'
import { react, reactDomEntries, reactDomShared, scheduler } from './react.ts'
import { reactDom } from './react-dom.ts'
import { router } from './router.ts'
import { routerLoad } from './router-load.ts'
import { routerMatch } from './router-match.ts'
import { routerReact } from './router-react.ts'
import type { Source } from './row.ts'
import { valibot } from './valibot.ts'

/** Every file from which code is removed. */
export const readEntries: readonly Source[] = [
  reactDom,
  react,
  reactDomShared,
  ...reactDomEntries,
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

/** The packages that the service worker contains as well; it is a build of its own. */
export const workerReadEntries: readonly Source[] = [idbKeyval, valibot]

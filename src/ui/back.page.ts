/**
 * While something lies over the page, an entry of the history lies over that of the page: Back
 * closes the one by the other. The entry is added past the router, for which it is the same screen.
 */

/** @returns true where it stays open, since it asks first */
type Leave = () => unknown

/** The last one lies over the others. */
let open: Leave[] = []
/** The address of the page below. */
let below: string
/** On the way back to that page, from one further down. */
let isReturning = false
/** Who waits for our own way back over an entry that is not needed any more. */
let waiting: (() => void)[] = []

const isCovered = () => history.state?.covers === true

function cover(): void {
  below = location.href
  if (!isCovered())
    History.prototype.pushState.call(history, { ...history.state, covers: true }, '')
}

const lockPage = () => document.documentElement.classList.toggle('covered', open.length > 0)

/** @returns what is to be called once it is closed, in whichever way */
export function closeByBack(leave: Leave): () => void {
  open.push(leave)
  lockPage()
  // An entry added further down would end the way back to the page.
  if (!isReturning) cover()
  return () => {
    open = open.filter(other => other !== leave)
    lockPage()
    skip()
  }
}

/**
 * A student need not press Back for an entry over which nothing lies: after a reload, or on the way
 * forward.
 */
function skip(): void {
  if (open.length === 0) uncover(() => undefined)
}

/**
 * Takes our entry out of the history.
 * @param then may replace the page's entry: before, it would replace ours, which lies above it
 */
export function uncover(then: () => void): void {
  open = []
  if (!isCovered()) then()
  else if (waiting.push(then) === 1) {
    below = location.href
    History.prototype.back.call(history)
  }
}

export function watchBack(): void {
  const hear = (event: Event) => {
    const told = waiting
    waiting = []
    if (open.length + told.length === 0) return skip()
    const leave = isReturning || told.length > 0 ? undefined : open.pop()
    if (leave?.() === true) open.push(leave)
    // Back was pressed several times, or another page was chosen from a list.
    const isElsewhere = location.href !== below
    isReturning = isElsewhere && open.length > 0
    if (isReturning || !isElsewhere) event.stopImmediatePropagation()
    if (isReturning) History.prototype.forward.call(history)
    else if (open.length > 0) cover()
    for (const tell of told) tell()
  }
  addEventListener('popstate', hear, { capture: true })
  skip()
}

import { expect } from 'vitest'

/** A place on the page: what the selector finds, and of several the one that says exactly `text`. */
export interface Place {
  css: string
  text?: string
}

const patience = { timeout: 30_000, interval: 50 }

/**
 * One page of a browser, whichever it is. `N` is how its protocol names an element; what is left to a protocol is to
 * run a script and to move the student's hands.
 */
export abstract class Tab<N = unknown> {
  protected abstract go(address: string): Promise<void>
  /** Runs an expression that gives a promise of a string. */
  protected abstract evaluate(expression: string): Promise<string>
  /** The element that an expression gives; undefined where it gives null. */
  protected abstract element(expression: string): Promise<N | undefined>
  protected abstract press(element: N): Promise<void>
  protected abstract keys(element: N, text: string): Promise<void>
  protected abstract file(element: N, path: string): Promise<void>

  /** There once the page of that address, or where it led to, has been loaded whole. */
  async open(address: string): Promise<void> {
    await this.evaluate(`(async () => String(globalThis.left = true))()`)
    await this.go(address)
    const arrived = () =>
      this.evaluate(`(async () => String(!globalThis.left && document.readyState === 'complete'))()`).catch(String)
    await expect.poll(arrived, { ...patience, message: `arrives at ${address}` }).toBe('true')
  }

  /** Runs in the page; takes and brings back what JSON can carry. */
  async run<A, R>(work: (given: A) => R | Promise<R>, given: A): Promise<R> {
    const json = await this.evaluate(
      `(async () => JSON.stringify({ value: await (${work})(${JSON.stringify(given)}) }))()`,
    )
    return (JSON.parse(json) as { value: R }).value
  }

  /** Whether it is there and can be seen. */
  async sees(place: Place): Promise<boolean> {
    return (await this.evaluate(`(async () => String(${finding(place, 'seen')} !== null))()`)) === 'true'
  }

  async waitFor(place: Place, timeout = patience.timeout): Promise<void> {
    await expect
      .poll(() => this.sees(place), { ...patience, timeout, message: `sees ${place.css} ${place.text ?? ''}` })
      .toBe(true)
  }

  async tap(place: Place): Promise<void> {
    await this.press(await this.#found(place, 'ready'))
  }

  /** What is typed where something stands is added to it. */
  async type(place: Place, text: string): Promise<void> {
    await this.keys(await this.#found(place, 'ready'), text)
  }

  /** Gives a file to an input that a button stands for. */
  async give(place: Place, path: string): Promise<void> {
    await this.file(await this.#found(place, 'there'), path)
  }

  async #found(place: Place, how: Finding): Promise<N> {
    let found: N | undefined
    const look = async () => {
      found = await this.element(finding(place, how)).catch(() => undefined)
      return found !== undefined
    }
    await expect.poll(look, { ...patience, message: `finds ${place.css} ${place.text ?? ''}` }).toBe(true)
    return found as N
  }
}

/** In the page at all; to be seen; to be seen, not disabled in any way and standing still since the last look. */
type Finding = 'there' | 'seen' | 'ready'

function finding({ css, text }: Place, how: Finding): string {
  const find = (selector: string, wanted: string | null, stage: Finding) => {
    const found = [...document.querySelectorAll(selector)].find(
      one =>
        (wanted === null || one.textContent?.trim() === wanted) &&
        (stage === 'there' || (one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible')) &&
        (stage !== 'ready' || !one.matches(':disabled, [aria-disabled="true"]')),
    )
    if (stage !== 'ready' || !found) return found ?? null
    // Whoever taps has scrolled there: WebKit's driver takes what lies just below its window for seen, and can't tap it.
    // And the place stands still: a row that closes above it would move it from under the finger, or out of the window.
    found.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const hand = globalThis as { aimed?: { at: Element; top: number } | undefined }
    const { aimed } = hand
    const { top } = found.getBoundingClientRect()
    const still = aimed?.at === found && aimed.top === top
    hand.aimed = still ? undefined : { at: found, top }
    return still ? found : null
  }
  return `(${find})(${JSON.stringify(css)}, ${JSON.stringify(text ?? null)}, ${JSON.stringify(how)})`
}

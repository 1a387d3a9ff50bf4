import type { EngineName } from './find.ts'
import type { Tab } from './tab.ts'

/** A browser at work, with one page open. */
export interface Running {
  readonly tab: Tab
  /** What it complained of: console errors, uncaught exceptions, refusals of the security policy. */
  complaints(): Promise<string[]>
  /** SIGKILL to all of its processes. */
  kill(): Promise<void>
  /** As a student closes it, where its protocol can. */
  close?(): Promise<void>
}

export interface Start {
  /** A folder in which it keeps what outlives it. */
  profile: string
  /** Whether it is to forget everything at its end. */
  isPrivate?: boolean
  /** Whether it alters what pages read of a canvas, so that no site tells visitors apart by it; Firefox can. */
  altersPixels?: boolean
}

export interface Engine {
  readonly name: EngineName
  /** One whose storage ends with it, where the engine has no other that can be driven by hand. */
  start(start: Start): Promise<Running>
  /** One that finds again in its profile what it had kept before it was killed. */
  startLasting(start: Start): Promise<Running>
}

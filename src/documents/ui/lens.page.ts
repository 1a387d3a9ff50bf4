import { type Facing, lensesAfter } from './lens.rule.ts'

/** Every camera, the one in use last; none before the student has allowed one. */
export async function listAfter(current: string | undefined): Promise<string[]> {
  const all = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return lensesAfter(
    all.filter(({ kind }) => kind === 'videoinput'),
    current,
  )
}

export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotAllowedError'

/** The cameras to try, in their order, and then whichever faces this way. */
export interface Asked {
  ids: readonly string[]
  facing: Facing
}

export interface Opened {
  stream: MediaStream
  /** Of the camera, where the browser tells it. */
  id: string | undefined
}

/**
 * Opens the first camera that can be opened: one may be gone, or in use by another application.
 * @throws what the last one says, or that the student allows none
 */
export async function openLens({ ids, facing }: Asked, isLeft: () => boolean): Promise<Opened> {
  let fault: unknown
  for (const exact of [...ids, undefined]) {
    if (isLeft()) break
    const lens = exact ? { deviceId: { exact } } : { facingMode: { ideal: facing } }
    const video = { ...lens, width: { ideal: 4096 }, height: { ideal: 3072 } }
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false })
      return { stream, id: exact ?? stream.getVideoTracks()[0]?.getSettings().deviceId }
    } catch (error) {
      if (isRefusal(error)) throw error
      fault = error
    }
  }
  throw fault
}

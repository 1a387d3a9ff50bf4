export type Facing = 'environment' | 'user'

/** One of the phone's cameras. Without an id: the student has allowed none yet. */
export type Lens = Readonly<Record<'deviceId' | 'label', string>>

/** Browsers write labels in the phone's language, or in English. */
const front = /front|avant|user|selfie/i

/**
 * The ids of all cameras, of the one in use last: those of the back, then those of the front, and
 * round again.
 */
export function lensesAfter(lenses: readonly Lens[], current: string | undefined): string[] {
  const isFront = ({ label }: Lens) => front.test(label)
  const ring = [...lenses.filter(lens => !isFront(lens)), ...lenses.filter(isFront)]
  const ids = ring.flatMap(({ deviceId }) => deviceId || [])
  const next = ids.indexOf(current ?? '') + 1
  return [...ids.slice(next), ...ids.slice(0, next)]
}

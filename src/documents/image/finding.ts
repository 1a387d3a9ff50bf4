import type { Remark } from '../../spec/remarks.ts'

/** What seems wrong with a photo, as its student is told; the verifier is told by the wire's word. */
const remarkOf = {
  otherThing: 'autre',
  noFace: 'sansVisage',
  two: 'deux',
  sameAs: 'double',
  cut: 'coupe',
  finger: 'doigt',
  moved: 'bouge',
  blurred: 'flou',
  tooDark: 'sombre',
  backlit: 'contreJour',
  glare: 'reflet',
  shadow: 'ombre',
  tooSmall: 'loin',
  tooLong: 'long',
  noisy: 'bruit',
  folded: 'plie',
  /** No decoder could look at it. */
  notChecked: 'nonVerifie',
  /** Nothing of the photo: it was removed too late, the provider has it. */
  received: undefined,
} as const satisfies Record<string, Remark | undefined>

export type FindingName = keyof typeof remarkOf

export type Side = 'left' | 'top' | 'right' | 'bottom'

/** In fractions of the upright picture that was looked at, which is the one that is sent. */
export interface Spot {
  x: number
  y: number
  width: number
  height: number
}

/** What is seen in the place of what was asked: its shape, for nothing is read. */
export type Seen = 'card' | 'page' | 'portrait' | 'screen' | 'nothing'

/** One thing that the student may want to correct. Lists of them begin with the worst. */
export interface Finding {
  is: FindingName
  /** The edge of the picture over which the document goes. */
  side?: Side
  spot?: Spot
  seen?: Seen
}

/** For the upload of the photo; undefined where there is nothing to say. */
export function remarksOf(advice: readonly Finding[]): Remark[] | undefined {
  const words = new Set(advice.flatMap(({ is }) => remarkOf[is] ?? []))
  return words.size > 0 ? [...words] : undefined
}

export interface Place {
  across: 'left' | 'middle' | 'right'
  down: 'top' | 'middle' | 'bottom'
}

/** In which third of the picture the middle of a spot lies. */
export const placeOf = ({ x, y, width, height }: Spot): Place => ({
  across: third(x + width / 2, 'left', 'right'),
  down: third(y + height / 2, 'top', 'bottom'),
})

const third = <A, B>(at: number, before: A, after: B): A | B | 'middle' =>
  at < 1 / 3 ? before : at > 2 / 3 ? after : 'middle'

/** What to frame on a preview: the spot, or the edge in question. */
export function markOf({ spot, side }: Finding): Spot | undefined {
  if (spot || !side) return spot
  const isUpright = side === 'left' || side === 'right'
  return {
    x: side === 'right' ? 0.9 : 0,
    y: side === 'bottom' ? 0.9 : 0,
    width: isUpright ? 0.1 : 1,
    height: isUpright ? 1 : 0.1,
  }
}

/**
 * Which press answers a question, and when the student's hands are still. Pure; milliseconds, as
 * events have them.
 */

/** A question must have been in sight for this long when the finger that answers it comes down. */
export const readMs = 500
/** A student who has pressed or typed nothing for this long is not at work. */
const stillMs = 1_000
/** So long a finger rests on the glass; the page may also not have been told of its end. */
const restMs = 5_000

type Press = Pick<MouseEvent, 'detail' | 'timeStamp'>

/**
 * Keys and screen readers click without a finger: `detail` is 0 then, or the last finger came down
 * long ago. They had to be led to the button, since the question's heading has the focus.
 * @param touchedAt when the last finger came down
 */
export const isMeant = ({ detail, timeStamp }: Press, touchedAt: number, seenAt: number): boolean =>
  detail === 0 || touchedAt >= seenAt + readMs || timeStamp >= Math.max(touchedAt, seenAt) + restMs

export interface Hands {
  at: number
  down: boolean
}

/** A finger that scrolls is a pointer no more, without going up. */
export const heard = (
  { down }: Hands,
  { type, timeStamp }: Pick<Event, 'type' | 'timeStamp'>,
): Hands => ({
  at: timeStamp,
  down: type === 'pointerdown' || (down && (type === 'keydown' || type === 'input')),
})

export const areStill = ({ at, down }: Hands, now: number): boolean =>
  now - at >= (down ? restMs : stillMs)

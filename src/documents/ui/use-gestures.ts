import { type RefObject, useEffect, useRef } from 'react'
import type { Point } from '../image/geometry.ts'

export interface Gestures {
  /** Pixels of the stage, here and below. */
  onPan(by: Point): void
  onZoom(at: Point, ratio: number): void
  onCorner(index: number, by: Point): void
}

export const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const panStep = 40
const wheelZoom = 1.0015

/**
 * One finger, the mouse or arrow keys move the picture, or a corner; two fingers or the wheel come nearer. Long, since
 * all of its handlers share the fingers that are down.
 */
export function useGestures(stage: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures)
  useEffect(() => {
    latest.current = gestures
  })
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const fingers = new Map<number, Point>()
    let corner: number | undefined
    const place = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = element.getBoundingClientRect()
      return { x: clientX - left, y: clientY - top }
    }
    const down = (event: PointerEvent) => {
      if (event.button > 0) return
      fingers.set(event.pointerId, place(event))
      const handle = (event.target as Element).closest<HTMLElement>('[data-corner]')
      corner = handle && fingers.size === 1 ? Number(handle.dataset.corner) : undefined
      element.setPointerCapture(event.pointerId)
    }
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      const now = place(event)
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, now)
      const by = { x: now.x - before.x, y: now.y - before.y }
      if (other) {
        latest.current.onZoom(middle(now, other), distance(now, other) / Math.max(1, distance(before, other)))
        latest.current.onPan({ x: by.x / 2, y: by.y / 2 })
      } else if (corner !== undefined) latest.current.onCorner(corner, by)
      else latest.current.onPan(by)
    }
    const up = (event: PointerEvent) => {
      fingers.delete(event.pointerId)
      corner = undefined
    }
    // React's own wheel listeners may not keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current.onZoom(place(event), wheelZoom ** -event.deltaY)
    }
    // A corner that has the focus keeps its arrows to itself.
    const key = (event: KeyboardEvent) => {
      const arrow = arrows[event.key]
      if (!arrow || event.defaultPrevented) return
      event.preventDefault()
      latest.current.onPan({ x: -arrow.x * panStep, y: -arrow.y * panStep })
    }
    const dialog = element.closest('dialog')
    dialog?.addEventListener('keydown', key)
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      dialog?.removeEventListener('keydown', key)
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
      element.removeEventListener('wheel', wheel)
    }
  }, [stage])
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

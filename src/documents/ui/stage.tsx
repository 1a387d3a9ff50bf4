import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Corners, type Point, type Size, turned } from '../image/geometry.ts'
import {
  type Box,
  boxOf,
  cornerMoved,
  panned,
  type Turns,
  turnPoint,
  type View,
  zoomedAt,
} from './editor-geometry.rule.ts'
import * as editorText from './editor-text.ts'

interface StageProps {
  url: string
  turns: Turns
  corners: Corners
  view: View
  /** Changes the newest corners, not those last rendered: a finger is faster than a slow phone. */
  onCorners(change: (corners: Corners) => Corners): void
  onView(change: (view: View) => View): void
}

/** A fine step for a key, and a coarse one with Shift. Fractions of the picture. */
const step = 0.005
const coarseStep = 0.05

/** The picture at the chosen zoom, with the four corners of what will be kept. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one picture with its corners, mostly markup
export function Stage({ url, turns, corners, view, onCorners, onView }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const handles = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState<Size>({ width: 1, height: 1 })
  const [upright, setUpright] = useState<Size>({ width: 1, height: 1 })
  const [moved, setMoved] = useState<number>()
  const picture = turned(upright, turns)
  const box = boxOf(picture, space, view)
  const seen = corners.map(corner => turnPoint(corner, turns))
  const onStage = seen.map(({ x, y }) => ({
    x: box.left + x * box.width,
    y: box.top + y * box.height,
  }))

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSpace({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // A strict CSP refuses style attributes, and lets a script set the same styles.
  useLayoutEffect(() => {
    if (image.current) place(image.current, box, turns)
    for (const [index, handle] of [...(handles.current?.children ?? [])].entries()) {
      const at = onStage[index]
      if (at) (handle as HTMLElement).style.translate = `${at.x}px ${at.y}px`
    }
  })
  useGestures(stage, {
    onPan: by => onView(old => panned(old, by, picture, space)),
    onZoom: (at, ratio) => onView(old => zoomedAt(old, at, ratio, picture, space)),
    onCorner: (index, by) => {
      setMoved(undefined)
      onCorners(old =>
        cornerMoved(old, index, { x: by.x / box.width, y: by.y / box.height }, turns),
      )
    },
  })

  const onCornerKey = (event: KeyboardEvent, index: number) => {
    const arrow = arrows[event.key]
    if (!arrow) return
    event.preventDefault()
    event.stopPropagation()
    const by = event.shiftKey ? coarseStep : step
    setMoved(index)
    onCorners(old => cornerMoved(old, index, { x: arrow.x * by, y: arrow.y * by }, turns))
  }
  /** A corner that gets the focus by keyboard moves into view. */
  const onCornerFocus = (index: number) => {
    const at = onStage[index]
    if (!at || (at.x >= 0 && at.y >= 0 && at.x <= space.width && at.y <= space.height)) return
    onView(old =>
      panned(old, { x: space.width / 2 - at.x, y: space.height / 2 - at.y }, picture, space),
    )
  }
  const nameOf = (index: number) => editorText.corners[(index + turns) % 4] ?? ''
  const spoken = moved === undefined ? undefined : seen[moved]
  const percent = (fraction: number) => Math.round(fraction * 100)
  return (
    <div ref={stage} className="stage" role="application" aria-label={editorText.stage}>
      <img
        ref={image}
        src={url}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setUpright({ width, height })
        }
      />
      <svg className="outline-of-sheet" aria-hidden="true">
        <path fillRule="evenodd" d={`M0 0H${space.width}V${space.height}H0Z${pathOf(onStage)}`} />
        <path className="edge" d={pathOf(onStage)} />
      </svg>
      <div ref={handles}>
        {corners.map((_, index) => (
          <button
            key={editorText.corners[index]}
            type="button"
            className="corner"
            data-corner={index}
            aria-label={nameOf(index)}
            aria-description={editorText.cornerHelp}
            onFocus={() => onCornerFocus(index)}
            onKeyDown={event => onCornerKey(event, index)}
          />
        ))}
      </div>
      <output className="vh">
        {moved !== undefined &&
          spoken &&
          editorText.corner(nameOf(moved), percent(spoken.x), percent(spoken.y))}
      </output>
    </div>
  )
}

function pathOf(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`
}

/**
 * The picture is laid out before it is turned: its own width lies along the turned one's height.
 */
function place(image: HTMLImageElement, box: Box, turns: Turns): void {
  const { width, height } = box
  const [own, across] = turns % 2 === 0 ? [width, height] : [height, width]
  image.style.width = `${own}px`
  image.style.height = `${across}px`
  image.style.left = `${box.left + (width - own) / 2}px`
  image.style.top = `${box.top + (height - across) / 2}px`
  image.style.rotate = `${turns * 90}deg`
}

export interface Gestures {
  /** In pixels of the stage, here and below. */
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
 * One finger, the mouse or arrow keys move the picture or a corner; two fingers or the wheel zoom.
 * Long, since all of its handlers share the fingers that are down.
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
        latest.current.onZoom(
          middle(now, other),
          distance(now, other) / Math.max(1, distance(before, other)),
        )
        latest.current.onPan({ x: by.x / 2, y: by.y / 2 })
      } else if (corner !== undefined) latest.current.onCorner(corner, by)
      else latest.current.onPan(by)
    }
    const up = (event: PointerEvent) => {
      fingers.delete(event.pointerId)
      corner = undefined
    }
    // React's own wheel listeners are passive: they cannot keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current.onZoom(place(event), wheelZoom ** -event.deltaY)
    }
    // A corner that has the focus handles its own arrow keys.
    const key = (event: globalThis.KeyboardEvent) => {
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

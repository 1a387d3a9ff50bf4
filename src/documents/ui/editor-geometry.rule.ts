import { type Corners, type Edit, isConvex, type Point, type Size } from '../image/geometry.ts'

/** What the editor shows of a picture: which part of it, and how large. Pure. */

export type Turns = Edit['turns']

/** `centre`: the point of the turned picture, in fractions, that is in the middle of the stage. */
export interface View {
  zoom: number
  centre: Point
}

/** Where the turned picture lies on the stage, in CSS pixels. */
export interface Box extends Size {
  left: number
  top: number
}

export const wholeView: View = { zoom: 1, centre: { x: 0.5, y: 0.5 } }
export const wholePicture: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

const mostZoom = 8
/** Room for a finger round the outermost corner, in CSS pixels. */
const margin = 26

/** Maps a point of the upright picture to the turned one: quarter turns clockwise. */
export function turnPoint({ x, y }: Point, turns: Turns): Point {
  if (turns === 1) return { x: 1 - y, y: x }
  if (turns === 2) return { x: 1 - x, y: 1 - y }
  return turns === 3 ? { x: y, y: 1 - x } : { x, y }
}

export const unturnPoint = (point: Point, turns: Turns): Point => turnPoint(point, quarters(-turns))

/** Reduces any number of quarter turns to none to three clockwise ones. */
export function quarters(turns: number): Turns {
  const rest = ((turns % 4) + 4) % 4
  return rest === 1 || rest === 2 || rest === 3 ? rest : 0
}

export function boxOf(picture: Size, stage: Size, { zoom, centre }: View): Box {
  const space = {
    width: Math.max(1, stage.width - 2 * margin),
    height: Math.max(1, stage.height - 2 * margin),
  }
  const scale = Math.min(space.width / picture.width, space.height / picture.height) * zoom
  const width = picture.width * scale
  const height = picture.height * scale
  return {
    width,
    height,
    left: stage.width / 2 - centre.x * width,
    top: stage.height / 2 - centre.y * height,
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/**
 * A picture that fits stays in the middle; a larger one can be moved until its edge meets the
 * stage's.
 */
function settled(view: View, picture: Size, stage: Size): View {
  const { width, height } = boxOf(picture, stage, view)
  const along = (value: number, size: number, space: number) => {
    const half = (space / 2 - margin) / size
    return half >= 0.5 ? 0.5 : clamp(value, half, 1 - half)
  }
  const centre = {
    x: along(view.centre.x, width, stage.width),
    y: along(view.centre.y, height, stage.height),
  }
  return { zoom: view.zoom, centre }
}

/** Zooms in or out, with the point at `at` (pixels of the stage) staying where it is. */
export function zoomedAt(view: View, at: Point, ratio: number, picture: Size, stage: Size): View {
  const before = boxOf(picture, stage, view)
  const zoom = clamp(view.zoom * ratio, 1, mostZoom)
  const after = boxOf(picture, stage, { ...view, zoom })
  const place = { x: (at.x - before.left) / before.width, y: (at.y - before.top) / before.height }
  const centre = {
    x: place.x - (at.x - stage.width / 2) / after.width,
    y: place.y - (at.y - stage.height / 2) / after.height,
  }
  return settled({ zoom, centre }, picture, stage)
}

/** Zooms by a button or a key, round the middle of the stage. */
export function zoomedBy({ zoom, centre }: View, ratio: number): View {
  const next = clamp(zoom * ratio, 1, mostZoom)
  return next === 1 ? wholeView : { zoom: next, centre }
}

/** Moves the picture by so many pixels of the stage. */
export function panned(view: View, by: Point, picture: Size, stage: Size): View {
  const { width, height } = boxOf(picture, stage, view)
  return settled(
    {
      zoom: view.zoom,
      centre: { x: view.centre.x - by.x / width, y: view.centre.y - by.y / height },
    },
    picture,
    stage,
  )
}

/**
 * Moves one corner by fractions of the turned picture, as the student sees it. A crossed shape is
 * refused.
 */
export function cornerMoved(corners: Corners, index: number, by: Point, turns: Turns): Corners {
  const from = corners[index]
  if (!from) return corners
  const seen = turnPoint(from, turns)
  const to = unturnPoint({ x: clamp(seen.x + by.x, 0, 1), y: clamp(seen.y + by.y, 0, 1) }, turns)
  const [a, b, c, d] = corners.map((corner, at) => (at === index ? to : corner))
  if (!a || !b || !c || !d) return corners
  const moved: Corners = [a, b, c, d]
  return isConvex(moved) ? moved : corners
}

const isWhole = (corners: Corners): boolean =>
  corners.every(({ x, y }, index) => {
    const edge = wholePicture[index]
    return edge !== undefined && Math.abs(x - edge.x) < 0.002 && Math.abs(y - edge.y) < 0.002
  })

/** Corners at the picture's own corners do not crop. */
export const editOf = (corners: Corners, turns: Turns): Edit =>
  isWhole(corners) ? { turns } : { turns, corners }

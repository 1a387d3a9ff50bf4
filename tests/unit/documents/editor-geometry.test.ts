import { describe, expect, test } from 'vitest'
import {
  boxOf,
  cornerMoved,
  editOf,
  panned,
  quarters,
  turnPoint,
  unturnPoint,
  wholePicture,
  wholeView,
  zoomedAt,
  zoomedBy,
} from '../../../src/documents/ui/editor-geometry.rule.ts'

const picture = { width: 400, height: 300 }
const stage = { width: 352, height: 352 }
const all = [0, 1, 2, 3] as const

describe('the editor', () => {
  test.each(all)('finds a point again after %i quarter turns and back', turns => {
    const point = { x: 0.2, y: 0.7 }
    const back = unturnPoint(turnPoint(point, turns), turns)
    expect(back.x).toBeCloseTo(point.x)
    expect(back.y).toBeCloseTo(point.y)
  })

  test('turns clockwise: what was on top is on the right', () => {
    expect(turnPoint({ x: 0.5, y: 0 }, 1)).toEqual({ x: 1, y: 0.5 })
    expect([quarters(5), quarters(-1), quarters(4)]).toEqual([1, 3, 0])
  })

  test('shows the whole picture with room for a finger around it', () => {
    expect(boxOf(picture, stage, wholeView)).toEqual({ width: 300, height: 225, left: 26, top: 63.5 })
  })

  test('comes nearer without moving what is under the fingers, up to eight times', () => {
    const at = { x: 100, y: 150 }
    const before = boxOf(picture, stage, wholeView)
    const view = zoomedAt(wholeView, at, 3, picture, stage)
    const after = boxOf(picture, stage, view)
    expect((at.x - after.left) / after.width).toBeCloseTo((at.x - before.left) / before.width)
    expect((at.y - after.top) / after.height).toBeCloseTo((at.y - before.top) / before.height)
    expect(zoomedAt(view, at, 100, picture, stage).zoom).toBe(8)
    expect(zoomedBy(view, 0.01)).toEqual(wholeView)
  })

  test('never loses the picture out of sight', () => {
    const near = zoomedBy(wholeView, 4)
    const far = panned(near, { x: 99_999, y: -99_999 }, picture, stage)
    const { left, top, height } = boxOf(picture, stage, far)
    expect(left).toBeCloseTo(26)
    expect(top + height).toBeCloseTo(stage.height - 26)
    expect(panned(wholeView, { x: 50, y: 50 }, picture, stage)).toEqual(wholeView)
  })

  test.each(all)('moves a corner where the student sees it go, after %i turns', turns => {
    const index = (4 - turns) % 4
    const moved = cornerMoved(wholePicture, index, { x: 0.2, y: 0.1 }, turns)
    const seen = turnPoint(moved[index] ?? { x: 9, y: 9 }, turns)
    expect(seen.x).toBeCloseTo(0.2)
    expect(seen.y).toBeCloseTo(0.1)
  })

  test('keeps corners inside the picture, and refuses a crossed shape', () => {
    expect(cornerMoved(wholePicture, 0, { x: -1, y: -1 }, 0)).toEqual(wholePicture)
    expect(cornerMoved(wholePicture, 0, { x: 0.9, y: 0.9 }, 0)).toBe(wholePicture)
  })

  test('crops nothing while the corners are the picture’s own', () => {
    expect(editOf(wholePicture, 2)).toEqual({ turns: 2 })
    const corners = cornerMoved(wholePicture, 0, { x: 0.1, y: 0.1 }, 0)
    expect(editOf(corners, 0)).toEqual({ turns: 0, corners })
  })
})

import { describe, expect, test } from 'vitest'
import type { Judged } from '../../bench/photos/judged.ts'
import { judgedTable, likeness } from '../../bench/photos/judged-table.ts'

const square = (left: number, side = 10) =>
  [
    [left, 0],
    [left + side, 0],
    [left + side, side],
    [left, side],
  ].map(([x = 0, y = 0]) => ({ x, y }))

const photo = (given: Partial<Judged>): Judged => ({
  file: '',
  row: 'attest',
  defect: 'cut',
  label: 'unacceptable',
  said: [],
  corners: null,
  milliseconds: 1,
  ...given,
})

/** The cells of one row of the table. */
const rowOf = (name: string, photos: Judged[]) =>
  judgedTable(photos)
    .split('\n')
    .map(line => line.trim().split(/\s{2,}/))
    .find(([first]) => first === name)

describe('the table of judged photographs', () => {
  test('two outlines are as like as the share of both that is common, whichever way round they go', () => {
    expect(likeness(square(0), square(0))).toBeCloseTo(1)
    expect(likeness(square(0), square(5))).toBeCloseTo(1 / 3)
    expect(likeness(square(0), [...square(5)].reverse())).toBeCloseTo(1 / 3)
    expect(likeness(square(0), square(20))).toBeCloseTo(0)
  })

  test('a cut on another side than was said is caught, not for the right reason', () => {
    const named = { is: 'cut', side: ['left'] }
    const photos = [
      photo({ named, said: [{ is: 'cut', side: 'left' }] }),
      photo({ named, said: [{ is: 'cut', side: 'top' }] }),
      photo({ named, said: [{ is: 'glare' }] }),
      photo({ named }),
    ]
    expect(rowOf('cut', photos)?.slice(0, 3)).toEqual(['cut', '3 of 4 (75.0 %)', '33.3 %'])
  })

  test('what is said of a fine picture is a false alarm, and an unclear one counts nowhere', () => {
    const said = [{ is: 'glare' }]
    const photos = [
      photo({ label: 'fine', defect: 'fold', said }),
      photo({ label: 'fine', defect: 'fold' }),
      photo({ label: 'unclear', defect: 'fold', said }),
    ]
    expect(rowOf('fold', photos)?.slice(0, 4)).toEqual(['fold', '–', '–', '1 of 2 (50.0 %)'])
  })

  test('a crop that leaves a field out is counted, and so is one that nothing was said of', () => {
    const quad = square(0, 100).map(({ x, y }) => [x, y])
    const fields = [
      [
        [80, 10],
        [95, 10],
        [95, 14],
        [80, 14],
      ],
    ]
    const half = square(0, 100).map(({ x, y }) => ({ x: x / 2, y }))
    const photos = [
      photo({ defect: 'fine', label: 'fine', quad, fields, corners: half }),
      photo({ defect: 'fine', label: 'fine', quad, fields, corners: square(0, 100) }),
    ]
    const [, crops = ''] = judgedTable(photos).split('crop right')
    expect(crops).toMatch(/attest\s+1 of 2 \(50\.0 %\)\s+0\s+1\s+1\n/)
  })
})

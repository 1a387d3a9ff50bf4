import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { browserPid, treeOf } from '../../bench/photos/process.ts'
import { heldPhone } from '../../photos/pictures.ts'
import { Studio } from './studio.ts'

const width = 3200
const height = 2400
/** Bytes of the picture at half its width and height, four a pixel. */
const decoded = width * height

/** What Chromium's processes share among them, in bytes: there lie the pictures that it remembers. */
const shared = (root: number): number =>
  treeOf(root).reduce((sum, pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return sum + Number(/^Pss_Shmem:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024
    } catch {
      // It ended between the listing and the reading.
      return sum
    }
  }, 0)

test('decoded photos are not left in the memory of the browser', async () => {
  const studio = await Studio.open()
  const photo = await heldPhone(1, width, height)
  await studio.photo(photo)
  const before = shared(browserPid())
  for (let one = 0; one < 5; one += 1) await studio.photo(photo)
  const left = shared(browserPid()) - before
  await studio.close()
  expect(left).toBeLessThan(2 * decoded)
})

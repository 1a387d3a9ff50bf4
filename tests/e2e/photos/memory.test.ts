import { expect, test } from 'vitest'
import { browserPid, memoryOf } from '../../bench/photos/process.ts'
import { heldPhone } from '../../photos/pictures.ts'
import { Studio } from './studio.ts'

const width = 3200
const height = 2400
/** Bytes of the picture at half its width and height, four a pixel. */
const decoded = width * height

/** In bytes; there lie the pictures that Chromium remembers. */
const shared = () => memoryOf(browserPid(), 'Pss_Shmem')

test('decoded photos are not left in the memory of the browser', async () => {
  const studio = await Studio.open()
  const photo = await heldPhone(1, width, height)
  await studio.photo(photo)
  const before = shared()
  for (let one = 0; one < 5; one += 1) await studio.photo(photo)
  const left = shared() - before
  await studio.close()
  expect(left).toBeLessThan(2 * decoded)
})

import { expect, test } from 'vitest'
import { browserPid, memoryOf } from '../../bench/photos/process.ts'
import { heldPhone } from '../../photos/pictures.ts'
import { Studio } from '../photos/studio.ts'

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

/** Tells the page of each picture that is decoded, on it or in its worker: the longer side. */
const telling = `{
  const decoded = new BroadcastChannel('decoded')
  if (self.document) {
    self.sides = []
    decoded.onmessage = ({ data }) => self.sides.push(data)
  }
  const make = self.createImageBitmap.bind(self)
  self.createImageBitmap = async (...given) => {
    const bitmap = await make(...given)
    decoded.postMessage(Math.max(bitmap.width, bitmap.height))
    return bitmap
  }
}
`

test.each([1, 3, 6, 8])('a large photo of orientation %i is never decoded whole on its way', async orientation => {
  const studio = await Studio.open({ lacking: telling })
  await studio.photo(await heldPhone(orientation, 4000, 3000))
  const sides = (): Promise<number[]> => studio.page.evaluate(() => Reflect.get(globalThis, 'sides'))
  await expect.poll(sides).not.toEqual([])
  expect(Math.max(...(await sides()))).toBeLessThan(4000)
  await studio.close()
})

/** Counts the page's own workers: how many there are, and how many there were at most. */
const counting = `
  if (self.Worker) self.Worker = class extends Worker {
    static counted = { open: 0, most: 0 }
    constructor(address, options) {
      super(address, options)
      const { counted } = self.Worker
      counted.open += 1
      counted.most = Math.max(counted.most, counted.open)
    }
    terminate() {
      self.Worker.counted.open -= 1
      super.terminate()
    }
  };
`

test('photos that come together are prepared one after the other, and each worker ends with its photo', async () => {
  const studio = await Studio.open({ lacking: counting })
  const photo = await heldPhone(1, width, height)
  await Promise.all([studio.photo(photo), studio.photo(photo), studio.photo(photo)])
  const counted = await studio.page.evaluate(() => Reflect.get(Worker, 'counted'))
  await studio.close()
  expect(counted).toEqual({ open: 0, most: 1 })
})

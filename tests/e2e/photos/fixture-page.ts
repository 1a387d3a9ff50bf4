import { toBase64 } from '../../../src/documents/image/base64.ts'
import { blank, deskSide } from '../../../src/documents/image/draw.ts'
import { findingsIn } from '../../../src/documents/image/findings.ts'
import { fingerprintOf } from '../../../src/documents/image/fingerprint.ts'
import { look, measure } from '../../../src/documents/image/look.ts'
import type { Prepared, Whole } from '../../../src/documents/image/photo.ts'
import { type PrepareOptions, preparePhoto } from '../../../src/documents/image/photo-worker.page.ts'
import { offscreen } from '../../../src/documents/image/platform.ts'
import type { Reduced } from '../../../src/documents/image/reduced.ts'
import { documents } from '../../../src/spec/documents.ts'

/** What a test asks of the page: a picture by its address, and how to prepare it. */
export type Ask = Omit<PrepareOptions, 'signal'>

/** The result with its bytes as base64, and what it cost the page. */
export type Told =
  | { ok: false; reason: string }
  | (Omit<Extract<Prepared, { ok: true }>['photo'], 'bytes'> & {
      ok: true
      base64: string
      milliseconds: number
      longestTask: number
    })

const longTasks: number[] = []
new PerformanceObserver(list => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
  type: 'longtask',
})

// A long task is reported after it ended, so the page draws twice before it is asked.
const nextFrames = () => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))

const wholeOf = async (picture: Blob): Promise<Whole> => ({ bytes: await picture.arrayBuffer(), picture })
const pictureAt = async (address: string) => (await fetch(address)).blob()

const prepareFrom = async (address: string, ask: Ask): Promise<Told> => {
  const whole = await wholeOf(await pictureAt(address))
  await nextFrames()
  longTasks.length = 0
  const began = performance.now()
  const prepared = await preparePhoto(whole, ask)
  const milliseconds = performance.now() - began
  await nextFrames()
  const longestTask = Math.max(0, ...longTasks)
  if (!prepared.ok) return prepared
  const { bytes: photo, ...facts } = prepared.photo
  return { ok: true, ...facts, base64: await toBase64(photo), milliseconds, longestTask }
}

/** Two pictures asked for at once, the first given up: what each came to. */
const abortFirst = async (address: string, ask: Ask): Promise<string[]> => {
  const picture = await pictureAt(address)
  const control = new AbortController()
  const first = preparePhoto(await wholeOf(picture), { ...ask, signal: control.signal })
  const second = preparePhoto(await wholeOf(picture), ask)
  control.abort(new Error('given up'))
  const told = await Promise.allSettled([first, second])
  return told.map(one =>
    one.status === 'rejected' ? String(one.reason.message) : one.value.ok ? 'prepared' : 'refused',
  )
}

/** Milliseconds from the decoded picture to the advice. */
const judgeQuality = async (address: string): Promise<number> => {
  const picture = await offscreen.decode(await (await fetch(address)).blob())
  const { attest } = documents
  const desk = blank(offscreen, { width: deskSide, height: deskSide })
  const began = performance.now()
  const { whole, outline } = look(desk, picture, attest.shape)
  findingsIn(measure(desk, picture, outline, picture), attest, 2000)
  fingerprintOf(whole)
  return performance.now() - began
}

const decodedSize = async (address: string, reduced: Reduced): Promise<[number, number]> => {
  const bytes = await (await fetch(address)).arrayBuffer()
  const picture = await offscreen.decode(new Blob([bytes], { type: 'image/jpeg' }), reduced)
  const { width, height } = picture
  picture.release()
  return [width, height]
}

const tools = { prepareFrom, abortFirst, judgeQuality, decodedSize }
declare global {
  var photos: typeof tools
}
globalThis.photos = tools

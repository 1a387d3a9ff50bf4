import { gzipSync } from 'node:zlib'
import { endpoints, maxUploadBytes } from '../shared.ts'
import type { Run } from './ask.ts'
import type { Caller } from './caller.ts'
import { noiseBytes } from './photos.ts'
import { wallAbout as about, isBusy, isOutcome, type Probe, passes, probe } from './probe.ts'
import { announcesGzip } from './uploads.ts'
import { checkPageWalls } from './wall-pages.ts'
import { checkPartWalls } from './wall-parts.ts'

/**
 * What a firewall, a gateway or a CDN before the provider lets through (docs/contract.md). The
 * photos are of a student who does not exist: the provider answers by its own words, which shows
 * that they have come.
 */

const lines = {
  call: 'a photo by POST, in plain JSON, reaches the provider',
  gzip: 'a gzipped body reaches the provider as it left (Content-Encoding)',
  size: 'a photo of every size passes',
  bytes: 'the bytes of a photo pass as those of a text do',
}

const { path } = endpoints.uploadDocument
const bodyOf = ({ stranger: { matricule } }: Caller, image: string) =>
  JSON.stringify({ matricule, type: 'carteid', image })
/** Bytes of JSON beside the image. */
const around = JSON.stringify({ matricule: 'ZZZ0000Z000', type: 'carteid', image: '' }).length

/** So many bytes of JSON around an image, by which no rule takes offence. */
const harmless = (caller: Caller, bytes: number) =>
  bodyOf(caller, 'QUJD'.repeat(Math.floor((bytes - around) / 4)))

/**
 * As many, of which the image is what a camera's is to a filter: the beginning of a JPEG, then
 * noise.
 */
function likePhoto(caller: Caller, bytes: number): string {
  const image = noiseBytes(Math.floor((bytes - around) / 4) * 3, bytes)
  image.set(Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'))
  return bodyOf(caller, image.toString('base64'))
}

/** The portal itself makes photos of up to 106,000 bytes, which are 142,000 in JSON. */
const usual = 142_000
const largest = around + Math.ceil(maxUploadBytes / 3) * 4
/** Of most documents a readable photo can be made that small. */
const light = 64_000
const steps = [16_000, light, 100_000, usual, 512_000, 1_000_000]

export async function checkWalls(run: Run, { small }: { small: boolean }): Promise<void> {
  const { report } = run
  const plainly = await send(run, harmless(run.caller, 1000))
  if (isBusy(plainly))
    return report.skips(about, lines.call, `the provider is busy (${plainly.words})`)
  if (isOutcome(plainly)) {
    report.holds(about, lines.call)
    const gzip = await checkGzip(run, plainly)
    const most = await checkSizes(run, plainly, {
      sizes: small ? steps : [...steps, largest],
      gzip,
    })
    const size = Math.min(most, small ? usual : largest)
    await checkPartWalls(run, { most: size, bodyOf: bytes => harmless(run.caller, bytes) })
  } else {
    const found = `the gateway answers for it (${plainly.words}): no photo arrives; let POST of application/json through on …/${path}`
    report.differs('breaks', about, lines.call, found)
  }
  await checkPageWalls(run)
}

const zipped = { 'Content-Encoding': 'gzip' }

function send(
  run: Run,
  body: string,
  how: 'plain' | 'gzip' | 'called gzip' = 'plain',
): Promise<Probe> {
  const url = run.caller.urlOf('uploadDocument')
  return probe(run, about, url, {
    body: how === 'gzip' ? new Uint8Array(gzipSync(body)) : body,
    headers: how === 'plain' ? {} : zipped,
    limitMs: 600_000,
  })
}

/** @returns whether a gzipped body arrives */
async function checkGzip(run: Run, plainly: Probe): Promise<boolean> {
  const { report } = run
  if (!announcesGzip(run, 'uploadDocument')) {
    report.skips(about, lines.gzip, 'no answer that arrives announces it (Accept-Encoding)')
    return false
  }
  const packed = await send(run, harmless(run.caller, 4000), 'gzip')
  if (passes(packed, plainly)) {
    report.holds(about, lines.gzip)
    return true
  }
  if (isBusy(packed)) report.skips(about, lines.gzip, `the provider is busy (${packed.words})`)
  else report.differs('borne', about, lines.gzip, await whyNoGzip(run, packed, plainly))
  return false
}

/** A plain body that is called gzipped tells the reasons apart. */
async function whyNoGzip(run: Run, packed: Probe, plainly: Probe): Promise<string> {
  const called = await send(run, harmless(run.caller, 4000), 'called gzip')
  const price = 'photos go plain, a third more on the line'
  if (packed.raw?.code === 415 && isOutcome(packed))
    return `the provider announces it and refuses it (${packed.words}): ${price}`
  if (!isOutcome(packed))
    return isOutcome(called)
      ? `the gateway refuses the bytes of a gzipped body (${packed.words}): ${price}; exempt …/files/* from rules on bodies`
      : `the gateway refuses Content-Encoding on requests (${packed.words}): ${price}; allow this header field`
  return passes(called, plainly)
    ? `the gateway takes Content-Encoding away (${packed.words}): ${price}; pass this header field on`
    : `the gateway unpacks the body and leaves Content-Encoding (${packed.words}): ${price}; pass the body on as it came`
}

/** The largest first: where it passes, the others do. @returns the largest size that passes */
async function checkSizes(
  run: Run,
  plainly: Probe,
  { sizes, gzip }: { sizes: readonly number[]; gzip: boolean },
): Promise<number> {
  const { report } = run
  let refused: { size: number; one: Probe } | undefined
  for (const size of [...sizes].reverse()) {
    const body = likePhoto(run.caller, size)
    const one = await send(run, body)
    if (isBusy(one)) report.skips(about, lines.size, `the provider is busy (${one.words})`)
    else if (!passes(one, plainly)) {
      refused = { size, one }
      continue
    }
    if (refused) await tellRefused(run, plainly, { ...refused, passed: size })
    else report.holds(about, lines.size)
    if (gzip) await checkPacked(run, plainly, body)
    return size
  }
  if (refused) await tellRefused(run, plainly, { ...refused, passed: 0 })
  return 0
}

interface Refused {
  size: number
  one: Probe
  passed: number
}

async function tellRefused(
  { report, ...run }: Run,
  plainly: Probe,
  { size, one, passed }: Refused,
): Promise<void> {
  const asText = await send({ report, ...run }, harmless(run.caller, size))
  if (passes(asText, plainly)) {
    report.holds(about, lines.size)
    const found = `the gateway refuses the bytes of a photo (${one.words}), and takes as many of a text: this photo does not arrive as it is; exempt …/files/* from rules on bodies`
    return report.differs('breaks', about, lines.bytes, found)
  }
  const level = passed >= light ? 'borne' : 'breaks'
  const most = passed === 0 ? 'not even that' : `${passed} bytes pass`
  const found = `the gateway refuses a body of ${size} bytes (${one.words}), ${most}: photos go in parts, lighter or not at all; let 8 MB through on …/files/*`
  report.differs(level, about, lines.size, found)
}

async function checkPacked(run: Run, plainly: Probe, body: string): Promise<void> {
  const { report } = run
  const packed = await send(run, body, 'gzip')
  if (passes(packed, plainly)) return report.holds(about, lines.bytes)
  if (isBusy(packed))
    return report.skips(about, lines.bytes, `the provider is busy (${packed.words})`)
  const found = `the gateway refuses those of a gzipped photo (${packed.words}), which pass plain: a third more on the line; exempt …/files/* from rules on bodies`
  report.differs('borne', about, lines.bytes, found)
}

import { setTimeout as after } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { nextStudent } from '../../bench/speed/students.ts'
import { Link } from '../../link/link.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { random } from '../../random.ts'
import { eventually, queue } from '../setup/device.ts'
import { enrol, enterCode, field, giveDocument } from '../setup/hands.ts'
import { networkFaults } from '../setup/network.ts'
import { type StandIn, startStandIn } from '../setup/stand-in.ts'
import { phones } from '../setup/students.ts'

/** KILLS photographs (45 at most), each with its browser killed while a part of it is on the way. */
const kills = Number(process.env.KILLS ?? 20)
const seed = Number(process.env.SEED ?? 20_261_127)

let provider: StandIn
let link: Link
beforeEach(async () => {
  provider = await startStandIn()
  link = await new Link(Number(new URL(provider.url).port)).start()
})
afterEach(async () => {
  await link.stop()
  await provider.dispose()
})
const phone = phones(new RegExp(`${networkFaults.source}|409 \\(Conflict\\)`))

const worst = { up: 40_000, delay: 20, life: 1_000 }
const isUpload = ({ request: { method, path } }: Link['journal'][number]) =>
  /\/(?:files|uploads)\//.test(path) && method !== 'HEAD'
const sent = (method: string) => link.journal.filter(entry => isUpload(entry) && entry.request.method === method)

async function toDocuments(page: Page): Promise<void> {
  const student = nextStudent(provider)
  await page.goto('/register')
  await enrol(page, 'complete', student)
  await enterCode(page, await provider.lastCode(student.phone))
  await field(page, 'attest').waitFor({ state: 'attached' })
}

test(
  `of ${kills} photographs killed in the third part none is lost, doubled or begun from zero`,
  async () => {
    const photos = await documentPhotos()
    const chance = random(seed)
    const received = async () => (await provider.provider('files')).output.match(/ received /g)?.length ?? 0
    const before = await received()
    for (let killed = 0; killed < kills; ) {
      await link.set({ up: Number.POSITIVE_INFINITY, delay: 0, life: Number.POSITIVE_INFINITY })
      const own = phone(link.url)
      let { page } = await own.start()
      await toDocuments(page)
      for (const type of documentTypes.slice(0, kills - killed)) {
        await link.set(worst)
        link.journal.length = 0
        await giveDocument(page, type, photos[type])
        const standing = async () => (await queue(page)).find(({ requestKey }) => requestKey === type)
        // A small photograph may have arrived in two.
        await eventually(async () => sent('PATCH').length > 2 || (await standing())?.state === 'accepted', 60_000).toBe(
          true,
        )
        await after(chance() * 400)
        const cutAt = await standing()
        await own.kill()
        killed += 1
        link.journal.length = 0
        page = (await own.start()).page
        await page.goto('/register')
        // After the last one the wizard goes on to its end, and no row stands there.
        await eventually(async () => (await standing())?.state, 60_000).toBe('accepted')
        const { address, arrived = 0 } = cutAt?.upload ?? {}
        if (!address || cutAt?.state === 'accepted') continue
        expect(sent('POST'), `${type} begins from zero`).toEqual([])
        const [first] = sent('PATCH')
        expect(first?.request.path).toBe(address)
        expect(first?.request.offset).toBeGreaterThanOrEqual(arrived)
      }
      await own.dispose()
    }
    expect((await received()) - before).toBe(kills)
  },
  kills * 60_000,
)

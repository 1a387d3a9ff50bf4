import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { photograph } from '../../photos/photographs.ts'
import { openProfile } from '../setup/browser.ts'
import { findHeadlessShell } from '../setup/chromium.ts'
import { allowed, casesOf, lookAround, type Opened, playDamage, tellOnline, type Verdict } from '../setup/damage.ts'
import { installed, offerDatabase, stored } from '../setup/device.ts'
import { documentState, giveDocument, toDocuments } from '../setup/hands.ts'
import { OtherProvider } from '../setup/other-provider.ts'

/** Every kind of file in which Chromium keeps what a student has here, broken in every way. */

const provider = new OtherProvider()
const profile = mkdtempSync(join(tmpdir(), 'telephone-'))
const images = new Map<string, string>()
const verdicts: Record<string, Verdict> = {}

const visit = (directory: string) => openProfile(directory, 'phone', provider.url, { executable: findHeadlessShell() })

async function start(directory: string): Promise<Opened> {
  const { page, context } = await visit(directory)
  return {
    open: async address => void (await page.goto(address)),
    look: () => page.evaluate(lookAround),
    tellOnline: () => page.evaluate(tellOnline),
    close: () => context.close(),
  }
}

afterAll(() => {
  console.table(verdicts)
  rmSync(profile, { recursive: true, force: true })
})

test('answers and two photos wait in a profile, in a table and in a log', async () => {
  await provider.start()
  const { page, context } = await visit(profile)
  await toDocuments(page)
  await installed(page)
  await provider.stop()
  await giveDocument(page, 'attest', await photograph(4, 'ATTESTATION DU BACCALAURÉAT', 8))
  await documentState(page, 'attest', 'queued')
  await offerDatabase(page)
  // More than a log holds: what came before goes into a table.
  await page.evaluate(async () => {
    const database = await openPortail()
    for (let round = 0; round < 12; round += 1) {
      const writing = database.transaction('device', 'readwrite')
      for (let row = 0; row < 10; row += 1)
        writing.objectStore('device').put(crypto.getRandomValues(new Uint8Array(50_000)), `full/${row}`)
      if (round === 11) writing.objectStore('device').delete(IDBKeyRange.bound('full/', 'full0'))
      await new Promise(done => Object.assign(writing, { oncomplete: done }))
    }
    database.close()
  })
  await giveDocument(page, 'carteid', await photograph(5, 'CARTE'))
  await documentState(page, 'carteid', 'queued')
  for (const body of await stored<string>(page, 'payloads')) {
    const { type, image } = JSON.parse(body)
    images.set(type, image)
  }
  await context.close()
  expect([...images.keys()].sort()).toEqual(['attest', 'carteid'])
})

const database = String.raw`IndexedDB/[^/]+\.indexeddb\.leveldb`
const files = {
  log: new RegExp(String.raw`${database}/\d+\.log$`),
  table: new RegExp(String.raw`${database}/\d+\.ldb$`),
  manifest: new RegExp(`${database}/MANIFEST-`),
  current: new RegExp(`${database}/CURRENT$`),
  photos: /\.indexeddb\.blob\/\d+\/\d\d\/[0-9a-f]+$/,
  folder: new RegExp(`${database}$`),
}

test.each(casesOf(files))('%s, %s: nothing passes for emptiness, and nothing is stuck', async (kind, how, pattern) => {
  const { verdict, seen } = await playDamage({ profile, images }, [how, pattern], provider, start)
  const name = `Chromium, ${kind}, ${how}`
  verdicts[name] = verdict
  expect(allowed(name), seen).toContain(verdict)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { codeIn } from '../../provider/tests/setup/pdf.ts'
import { received } from '../../provider/tests/setup/visitor.ts'
import { type StandIn, startStandIn } from '../e2e/setup/stand-in.ts'
import { inEachEngine } from './setup/journeys.ts'

/** Each engine verifies by its own WebCrypto what the provider has signed. */

const dist = mkdtempSync(join(tmpdir(), 'portail-dist-'))
let portal: StandIn
let address = ''

beforeAll(async () => {
  portal = await startStandIn({ script: 'start.ts', dist })
  const { numPlace: num_place, ...others } = received
  const asked = await fetch(`${portal.url}/recepisses/v1/etudiant/voir/recepisse`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ num_place, ...others }),
  })
  const file = await fetch((await asked.json()).msg)
  address = codeIn(Buffer.from(await file.arrayBuffer())) ?? ''
})
afterAll(async () => {
  await portal.dispose()
  rmSync(dist, { recursive: true, force: true })
})

inEachEngine(students => {
  test('a receipt is authentic, and is not with one sign of its signature altered', async () => {
    const tab = await students.visit()
    await tab.open(`${portal.url}/home`)
    const scan = (to: string) => tab.run(to => location.assign(to), to)
    await scan(address)
    await tab.waitFor({ css: 'strong', text: 'Récépissé authentique' })
    await scan(`${address.slice(0, -9)}${address.at(-9) === 'A' ? 'B' : 'A'}${address.slice(-8)}`)
    await tab.waitFor({ css: 'strong', text: "Ce récépissé n'est pas authentique." })
  })
})

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { code } from '../../e2e/setup/answers.ts'
import {
  allowed,
  casesOf,
  lookAround,
  type Opened,
  playDamage,
  tellOnline,
  type Verdict,
} from '../../e2e/setup/damage.ts'
import { completeAnswers } from '../../e2e/setup/hands.ts'
import { OtherProvider } from '../../e2e/setup/other-provider.ts'
import { photograph } from '../../photos/photographs.ts'
import { firefox } from '../setup/firefox.ts'
import { documentState, enrol, enterCode, giveDocument, installed, stored } from '../setup/hands.ts'

/** The files in which Firefox keeps what a student has here, broken in every way. */

const provider = new OtherProvider()
/** As an empty battery leaves it, with a journal; and after an end in peace, without one. */
const profiles = {
  killed: mkdtempSync(join(tmpdir(), 'telephone-')),
  closed: mkdtempSync(join(tmpdir(), 'telephone-')),
}
const images = new Map<string, string>()
const verdicts: Record<string, Verdict> = {}

async function start(directory: string): Promise<Opened> {
  const { tab, kill } = await firefox.startLasting({ profile: directory })
  return {
    open: address => tab.open(address),
    look: () => tab.run(lookAround, undefined),
    tellOnline: async () => void (await tab.run(tellOnline, undefined)),
    close: kill,
  }
}

afterAll(() => {
  console.table(verdicts)
  for (const profile of Object.values(profiles)) rmSync(profile, { recursive: true, force: true })
})

describe.skipIf(inject('missing').includes('Firefox'))('in Firefox', () => {
  test('answers and two photos wait in a profile', async () => {
    await provider.start()
    const { tab, close } = await firefox.startLasting({ profile: profiles.closed })
    await tab.open(`${provider.url}/register`)
    await enrol(tab, completeAnswers)
    await enterCode(tab, code)
    await installed(tab)
    await provider.stop()
    await giveDocument(tab, 'attest', await photograph(4, 'ATTESTATION DU BACCALAURÉAT', 8))
    await giveDocument(tab, 'carteid', await photograph(5, 'CARTE'))
    for (const type of ['attest', 'carteid'] as const) await documentState(tab, type, 'queued')
    for (const body of await stored(tab, 'payloads', 'getAll')) {
      const { type, image } = JSON.parse(String(body))
      images.set(type, image)
    }
    cpSync(profiles.closed, profiles.killed, { recursive: true })
    await close?.()
    expect([...images.keys()].sort()).toEqual(['attest', 'carteid'])
  })

  const { killed, closed } = profiles
  const files = { database: /\/idb\/[^/]+\.sqlite$/, journal: /\/idb\/[^/]+\.sqlite-wal$/, folder: /\/idb$/ }

  test.each(casesOf(files))(
    '%s, %s: nothing passes for emptiness, and nothing is stuck',
    async (kind, how, pattern) => {
      const { verdict, seen } = await playDamage(
        { profile: kind === 'journal' ? killed : closed, images },
        [how, pattern],
        provider,
        start,
      )
      const name = `Firefox, ${kind}, ${how}`
      verdicts[name] = verdict
      expect(allowed(name), seen).toContain(verdict)
    },
  )
})

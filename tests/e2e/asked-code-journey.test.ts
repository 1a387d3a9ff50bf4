import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { documentState, enrol, enterCode, field, giveDocument, phone, press, sendDocument } from './setup/hands.ts'
import { expectAlert } from './setup/looks.ts'
import { type StandIn, sampleAnswers, sampleMatricule, startStandIn } from './setup/stand-in.ts'
import { visitors } from './setup/students.ts'

/** The portal and the server, where a correction asks for a code: the owner corrects, a stranger does not. */

const students = visitors()
let server: StandIn
beforeAll(async () => {
  server = await startStandIn({ env: { REQUIRE_CODE_FOR_CORRECTIONS: 'yes' } })
})
afterAll(() => server.dispose())

/** What the provider has of a document, byte for byte. */
async function stored(type: DocumentType): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  try {
    const { code, output } = await server.provider('export', sampleMatricule, join(folder, 'files'))
    expect(code, output).toBe(0)
    // Beside it lie the earlier ones that it has replaced.
    const name = readdirSync(join(folder, 'files')).find(file => file.startsWith(`${type}.`))
    return name ? readFileSync(join(folder, 'files', name)).toString('base64') : 'nothing'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function atUpdate() {
  const visit = await students.at(server.url, `/reclamation/${sampleMatricule}`)
  await field(visit.page, 'attest').waitFor({ state: 'attached' })
  return visit
}

test('the owner of a file corrects it by a code; a stranger’s photo waits for one, and the owner’s stands', async () => {
  const { page } = await students.at(server.url, '/register')
  await enrol(page, 'complete', sampleAnswers)
  await enterCode(page, await server.lastCode(phone))
  await field(page, 'attest').waitFor({ state: 'attached' })
  for (const type of documentTypes) await giveDocument(page, type, await smallPhoto(type))
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
  const [attest, identity] = [await stored('attest'), await stored('carteid')]

  // On another phone, which the provider does not know.
  const owner = await atUpdate()
  await owner.page.clock.install()
  await sendDocument(owner.page, 'attest', await smallPhoto('photobuste'), 'queued')
  await field(owner.page, 'otp').waitFor()
  expect(await stored('attest')).toBe(attest)
  // The message is slow to come: who asks once more gets a code that does.
  await owner.page.clock.fastForward(61_000)
  await press(owner.page, 'Recevoir un nouveau code')
  await owner.page.getByText(/Un nouveau code pourra être demandé/).waitFor()
  await field(owner.page, 'otp').fill(await server.lastCode(phone))
  await press(owner.page, 'Confirmer le code')
  await documentState(owner.page, 'attest', 'sent')
  expect(await stored('attest')).not.toBe(attest)

  const stranger = await atUpdate()
  await sendDocument(stranger.page, 'carteid', await smallPhoto('attest'), 'queued')
  await field(stranger.page, 'otp').waitFor()
  const secret = await server.lastCode(phone)
  await field(stranger.page, 'otp').fill(secret === '1234' ? '4321' : '1234')
  await press(stranger.page, 'Confirmer le code')
  await expectAlert(stranger.page, 'danger', '')
  await documentState(stranger.page, 'carteid', 'queued')
  expect(await stored('carteid')).toBe(identity)
})

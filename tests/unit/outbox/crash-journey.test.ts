import { expect, test } from 'vitest'
import { openEnrolment, saveDossier } from '../../../src/core/db/dossiers.ts'
import { keepSourceFile, keptSourceFiles } from '../../../src/core/db/source-files.ts'
import { queueRequest } from '../../../src/outbox/api.ts'
import { announce, listen, listItems } from '../../../src/outbox/items.ts'
import type { Ports } from '../../../src/outbox/ports.ts'
import { flush } from '../../../src/outbox/send.ts'
import { hurryItems, keepUpload, record } from '../../../src/outbox/store.ts'
import { wholeBody } from '../../../src/outbox/whole-body.ts'
import { type DocumentType, documentsOf } from '../../../src/spec/documents.ts'
import { killed, type Page } from '../setup/crash.ts'
import { openDevice, wipeDevice } from '../setup/device.ts'
import { watchReports } from '../setup/reports.ts'
import { itemsOf, sourceFile } from '../setup/requests.ts'

const reports = watchReports()
const stored = new Map<string, string>()
const seen: string[] = []

/** A sender lives and dies with its page. */
const portsOf = (page: Page): Ports => ({
  listItems: () => (page.dead ? new Promise(() => {}) : listItems()),
  payloadOf: wholeBody,
  record: async (id, event, now) => {
    if (page.dead) await new Promise(() => {})
    await record(id, event, now)
    if (event.kind === 'replied') seen.push(id)
  },
  keepUpload,
  send: async (item, body) => {
    expect(seen, 'nothing is sent again after its success is on the disk').not.toContain(item.id)
    stored.set(item.requestKey, body)
    return { status: 1, msg: '' }
  },
  announce,
  listen,
  now: () => 1,
  chance: () => 0,
  alone: work => work(new AbortController().signal),
  isAwaited: async () => false,
})

/** What a student has seen as kept, in the order in which it was said. */
interface Said {
  draft?: string
  picked: Set<DocumentType>
  queued: Map<DocumentType, string>
}
const bodyOf = (image: string) => ({ matricule: 'ML202600042', type: 'attest' as const, image })
const draftOf = (nom: string) =>
  ({ id: 'a', kind: 'enrolment', shape: 1, createdAt: 1, savedAt: 1, answers: { nom } }) as const

/** Four documents, one of them replaced before and one after it was sent. */
async function enrol(page: Page, said: Said): Promise<void> {
  const ports = portsOf(page)
  const revision = async (document: DocumentType, image: string) => {
    await keepSourceFile('a', document, { ...sourceFile, name: image })
    said.picked.add(document)
    const request = { dossier: 'a', requestKey: document, endpoint: 'uploadDocument', madeFrom: document } as const
    await queueRequest({ ...request, body: bodyOf(image) }, 1)
    said.queued.set(document, image)
  }
  for (const nom of ['T', 'Traoré']) {
    await saveDossier(draftOf(nom))
    said.draft = nom
  }
  for (const document of documentsOf('reduced')) await revision(document, `${document}-1`)
  await revision('carteid', 'carteid-2')
  await flush(ports)
  await revision('attest', 'attest-2')
  await hurryItems(1)
  await flush(ports)
}

async function expectKept({ draft, picked, queued }: Said): Promise<void> {
  if (draft !== undefined) expect((await openEnrolment()).draft?.answers.nom).toMatch(draft === 'T' ? /^T/ : /^Traoré$/)
  const sourceFiles = await keptSourceFiles('a')
  const items = await itemsOf('a')
  for (const document of picked) {
    const item = items.find(({ requestKey }) => requestKey === document)
    const sendable = item && (item.state === 'accepted' || (await wholeBody(item.id)) !== undefined)
    expect(sourceFiles.includes(document) || sendable, `${document} was picked`).toBe(true)
  }
  for (const [document, image] of queued) {
    const item = items.find(({ requestKey }) => requestKey === document)
    const body = item?.state === 'accepted' ? stored.get(document) : item && (await wholeBody(item.id))
    expect(body, `${document} was said to be kept`).toMatch(new RegExp(`${document}-[12]`))
    if (image.endsWith('2')) expect(body).toBe(JSON.stringify(bodyOf(image)))
  }
}

test('a student whose page is killed at any write of the enrolment loses nothing, and the next page finishes it', async () => {
  await openDevice()
  const { writes } = await killed({ at: 0, asked: false }, page =>
    enrol(page, { picked: new Set(), queued: new Map() }),
  )
  expect(writes).toBeGreaterThan(25)

  for (let at = 1; at <= writes; at++)
    for (const asked of [false, true]) {
      await wipeDevice()
      await openDevice()
      stored.clear()
      seen.length = 0
      const said: Said = { picked: new Set(), queued: new Map() }
      const { dead } = await killed({ at, asked }, page => enrol(page, said))
      expect(dead).toBe(true)
      await expectKept(said)

      // A new page: what waits is sent, the student goes on, and every document arrives as last chosen.
      await hurryItems(1)
      const page = { dead: false }
      await flush(portsOf(page))
      await enrol(page, said)
      expect(await itemsOf('a')).toHaveLength(4)
      expect((await itemsOf('a')).every(({ state }) => state === 'accepted')).toBe(true)
      expect(await keptSourceFiles('a')).toEqual([])
      expect([...stored].sort()).toEqual([
        ['actenaiss', JSON.stringify(bodyOf('actenaiss-1'))],
        ['attest', JSON.stringify(bodyOf('attest-2'))],
        ['carteid', JSON.stringify(bodyOf('carteid-2'))],
        ['simcard', JSON.stringify(bodyOf('simcard-1'))],
      ])
    }
  // The dead pages' last words.
  for (const report of reports.take()) expect(report).toMatchObject({ name: 'AbortError' })
})

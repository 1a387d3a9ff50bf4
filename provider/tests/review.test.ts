import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { documentsOf, documentTypes } from '../../src/spec/documents.ts'
import { oneServer } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { photograph } from './setup/photographs.ts'
import type { TestServer } from './setup/server.ts'
import { enrolAndConfirm, readCode, reducedBody, type SampleStudent, students } from './setup/visitor.ts'

describe.each(await eachDatabase())('with %s', async (_, database) => {
  const { server, visitor } = await oneServer(database)
  const sent = new Map<string, Buffer>()
  const { aminata, moussa, fatoumata } = students

  const send = async (student: SampleStudent, type: string, photo: Buffer) => {
    expect((await visitor.send(student, type, photo)).status).toBe(1)
    sent.set(`${student.matricule}/${type}`, photo)
  }
  const lines = async (...command: Parameters<TestServer['operate']>) => (await server.operate(...command))?.lines ?? []

  // The samples wait since the start; they are judged here, so that what follows waits alone.
  await server.database.query("UPDATE documents SET state = 'validated' WHERE state = 'received'")
  await enrolAndConfirm(server, visitor, aminata, '76000001')
  for (const [index, type] of documentTypes.entries())
    await send(aminata, type, await photograph(index, 320, 240, type === 'carteid' ? 'png' : 'jpeg'))
  await visitor.call('enrolement/add', reducedBody(moussa, '76000002'))
  await visitor.give(moussa, await readCode(server, '76000002'))
  for (const type of documentsOf('reduced')) await send(moussa, type, await photograph(20, 320, 240))
  await enrolAndConfirm(server, visitor, fatoumata, '76000003')
  await send(fatoumata, 'attest', await photograph(30, 320, 240))

  test('a student is exported with every photograph as it came, and with all that is known', async () => {
    const { matricule } = aminata
    await server.operate({ name: 'reject', matricule, type: 'attest', message: 'Floue' })
    const exported = await server.operate({ name: 'export', matricule })
    const { 'dossier.json': json, ...photos } = Object.fromEntries(exported?.files ?? [])
    expect(Object.keys(photos)).toEqual(['actenaiss.jpg', 'carteid.png', 'simcard.jpg', 'attest.jpg', 'photobuste.jpg'])
    for (const [name, bytes] of Object.entries(photos))
      expect(sent.get(`${matricule}/${name.split('.')[0]}`)?.equals(bytes), name).toBe(true)
    expect([...(exported?.files.keys() ?? [])].at(-1), 'the facts come last').toBe('dossier.json')
    const digest = (name: string) => hash('sha256', photos[name] ?? '')
    expect(JSON.parse(String(json))).toMatchObject({
      student: { ...aminata, anneeBac: 2026, numAttest: null },
      phone: '76000001',
      confirmedAt: expect.stringMatching(/Z$/),
      finishedAt: null,
      answers: { numAttest: '123456', tuteur: 'NINA', reading: 'complete' },
      unconfirmed: null,
      documents: [
        { type: 'actenaiss', file: 'actenaiss.jpg', state: 'received', message: null },
        { type: 'carteid', file: 'carteid.png', digest: digest('carteid.png'), bytes: photos['carteid.png']?.length },
        { type: 'simcard' },
        { type: 'attest', state: 'rejected', message: 'Floue' },
        { type: 'photobuste' },
      ],
      audit: [
        { action: 'reject', type: 'attest', who: 'tests', before: 'received', after: 'rejected', message: 'Floue' },
        { action: 'export' },
      ],
    })
    const secrets = await server.database.query<{ hash: string }>('SELECT hash FROM codes')
    expect(secrets).not.toEqual([])
    for (const secret of secrets) expect(String(json)).not.toContain(secret.hash)
  })

  test('what leaves is written down before, and nothing leaves of who has not enrolled', async () => {
    const { matricule } = students.seydou
    expect(await server.operate({ name: 'export', matricule })).toMatchObject({ done: false, files: new Map() })
    const review = await server.operate({ name: 'review', matricule, most: 1 })
    expect(review).toMatchObject({ done: false, files: new Map() })
    expect(await lines({ name: 'audit', matricule })).toEqual([`Nobody has done anything about ${matricule} yet.`])
    await server.operate({ name: 'review', matricule: moussa.matricule, most: 1 })
    const given = await lines({ name: 'audit', matricule: moussa.matricule })
    expect(given).toEqual([expect.stringMatching(/tests {2}review {2}BKO2026T002$/)])
  })

  test('what waits is listed oldest first: files of which nothing is missing, and something not judged', async () => {
    // Aminata had done hers before Moussa, and fills the gap that a decision makes later than he.
    const files = async () => (await lines({ name: 'waiting', most: 50 })).slice(1).map(line => line.slice(21, 32))
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const came = ({ matricule }: SampleStudent, minutes: number) =>
      server.database.query('UPDATE documents SET received_at = $1 WHERE matricule = $2', [at(minutes), matricule])
    await came(aminata, 3000)
    await came(moussa, 130)
    await came(fatoumata, 9000)
    expect(await lines({ name: 'waiting', most: 50 })).toEqual([
      'waiting now: 2 files with 8 documents to judge, the oldest for 2 days 2 hours; 1 more file whose student still has to send something',
      expect.stringMatching(
        / {2}BKO2026T001 {2}DIARRA Aminata {2}76 00 00 01 {2}4 documents to judge, waiting for 2 days 2 hours$/,
      ),
      expect.stringMatching(
        / {2}BKO2026T002 {2}TRAORÉ Moussa {2}76 00 00 02 {2}4 documents to judge, waiting for 2 hours$/,
      ),
    ])
    expect((await lines({ name: 'waiting', most: 1 })).slice(2)).toEqual([
      '… and 1 more: npm run provider -- waiting --most 2',
    ])
    const reviewed = async () => {
      const review = await server.operate({ name: 'review', most: 100 })
      const names = [...(review?.files.keys() ?? [])]
      return names.flatMap(name => (name.endsWith('dossier.json') ? [name.slice(0, 11)] : []))
    }
    expect(await reviewed()).toEqual(['BKO2026T001', 'BKO2026T002'])

    for (const type of documentTypes) await server.operate({ name: 'accept', matricule: aminata.matricule, type })
    expect(await files()).toEqual(['BKO2026T002'])
    await server.operate({ name: 'reject', matricule: aminata.matricule, type: 'carteid', message: 'Floue' })
    expect(await files()).toEqual(['BKO2026T002'])
    await send(aminata, 'carteid', await photograph(60, 320, 240))
    expect(await files()).toEqual(['BKO2026T002', 'BKO2026T001'])
  })

  test('who sends a photograph anew before anybody has looked keeps the place in the row', async () => {
    const finished = new Date(Date.now() - 600 * 60_000)
    const at = [finished, moussa.matricule]
    await server.database.query('UPDATE enrolments SET finished_at = $1 WHERE matricule = $2', at)
    await server.database.query('UPDATE documents SET received_at = $1 WHERE matricule = $2', at)
    await send(moussa, 'attest', await photograph(61, 320, 240))
    expect((await lines({ name: 'waiting', most: 1 }))[1]).toMatch(/BKO2026T002 .* waiting for 10 hours$/)
  })

  test('the sums of a day are those of that day', async () => {
    const none = ['saved', 'confirmed', 'finished'].map(name => `${name}_at = '2020-03-02T12:00:00Z'`).join(', ')
    await server.database.query(`UPDATE enrolments SET ${none} WHERE matricule = $1`, [aminata.matricule])
    await server.database.query(
      `UPDATE documents SET received_at = CASE type WHEN 'attest' THEN '2020-03-01T23:59:59Z'::timestamptz
       WHEN 'simcard' THEN '2020-03-02T00:00:00Z' ELSE '2020-03-03T00:00:00Z' END WHERE matricule = $1`,
      [aminata.matricule],
    )
    for (const [action, type, at] of [
      ['accept', 'attest', '2020-03-02T00:00:00Z'],
      ['reject', 'simcard', '2020-03-02T23:59:59Z'],
      ['reject', 'carteid', '2020-03-02T10:00:00Z'],
      ['reject', 'simcard', '2020-03-02T11:00:00Z'],
      ['reject', 'simcard', '2020-03-03T00:00:00Z'],
    ] as const)
      await server.database.query("INSERT INTO audit (at, who, action, type) VALUES ($1, 'tests', $2, $3)", [
        ...[new Date(at), action, type],
      ])
    expect((await lines({ name: 'stats', day: '2020-03-02' })).slice(0, -1)).toEqual([
      '2020-03-02, in Bamako time',
      'students whose answers were kept for the first time  1',
      'numbers confirmed by a code  1',
      'documents received, each counted on the day it came last  1',
      'files completed for the first time  1',
      'documents accepted  1',
      'documents rejected  3 (simcard 2, carteid 1)',
    ])
    expect(await lines({ name: 'stats', day: '2020-02-30' })).toEqual([
      "--day must be a day like 2026-12-31, not '2020-02-30'.",
    ])
    const today = await lines({ name: 'stats' })
    expect(today.at(-1)).toMatch(/^waiting now: 2 files/)
  })
})

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '../../src/spec/documents.ts'
import { parseCommandLine } from '../src/operator/arguments.ts'
import { Dossier } from '../src/operator/dossier.ts'
import { reviewPage } from '../src/operator/review-page.ts'
import { oneServer } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { base64Photograph, photograph } from './setup/photographs.ts'
import { Browser, enrolAndConfirm, type SampleStudent, students, type Visitor } from './setup/visitor.ts'

/** What an operator types, as the server hears it. */
function typed(...words: string[]) {
  const asked = parseCommandLine(words)
  if (!('command' in asked)) throw new Error('no command for the server')
  return asked.command
}

describe.each(await eachDatabase())('what a photograph replaces is kept, with %s', async (_, database) => {
  const { server, visitor } = await oneServer(database)

  const send = async (student: SampleStudent, type: DocumentType, seed: number) => {
    expect((await visitor.replace(student, type, await base64Photograph(seed, 160, 160))).json).toMatchObject({
      status: 1,
    })
    // Another moment for each: what came first is known by it.
    server.advance(1000)
    return current(student.matricule, type)
  }
  const current = async (matricule: string, type: DocumentType) => {
    const [row] = await server.database.query<{ digest: string }>(
      'SELECT digest FROM documents WHERE matricule = $1 AND type = $2',
      [matricule, type],
    )
    return row?.digest ?? ''
  }
  const lines = async (...words: string[]) => (await server.operate(typed(...words)))?.lines ?? []
  const digests = async (...words: string[]) =>
    (await lines('versions', ...words)).flatMap(line => /photo ([0-9a-f]{8})/.exec(line)?.slice(1) ?? [])

  test('all five documents that a stranger replaces are there, and one of them is put back and judged', async () => {
    const { matricule } = students.aminata
    await enrolAndConfirm(server, visitor, students.aminata, '76000001')
    const genuine: string[] = []
    for (const [index, type] of documentTypes.entries()) genuine.push(await send(students.aminata, type, index))
    expect(await lines('versions', matricule)).toEqual([`No photograph of ${matricule} was replaced.`])
    const junk: string[] = []
    for (const [index, type] of documentTypes.entries()) junk.push(await send(students.aminata, type, 40 + index))
    expect(new Set(await digests(matricule))).toEqual(new Set(genuine.map(one => one.slice(0, 8))))
    await server.restart()

    const [first = ''] = genuine
    const exported = (await server.operate(typed('export', matricule, '/unused')))?.files
    expect([...(exported?.keys() ?? [])]).toContain(`actenaiss-${first.slice(0, 8)}.jpg`)
    expect(JSON.parse(String(exported?.get('dossier.json'))).earlier).toHaveLength(5)
    const review = (await server.operate(typed('review', '/unused', matricule)))?.files
    expect(
      [...(review?.keys() ?? [])].filter(name => name.includes('-')),
      'pages show what is to be judged',
    ).toEqual([])

    const by = ['--photo', first.slice(0, 8), '--as', 'Awa']
    expect(await lines('put-back', matricule, 'actenaiss', ...by)).toEqual([
      `${matricule} actenaiss: photo ${first.slice(0, 8)} is back, and waits to be judged.`,
    ])
    expect(await current(matricule, 'actenaiss')).toBe(first)
    expect(await digests(matricule, 'actenaiss')).toEqual([junk[0]?.slice(0, 8)])
    expect((await lines('put-back', matricule, 'actenaiss', ...by))[0]).toContain('is the one that is there')
    expect((await lines('put-back', matricule, 'carteid', ...by))[0]).toContain('has no earlier photo')
    expect((await lines('audit', matricule)).at(-1)).toMatch(
      new RegExp(`tests {2}put-back {2}${matricule} actenaiss photo ${first.slice(0, 8)} {2}received → received$`),
    )
    expect((await visitor.look(students.aminata)).json).toMatchObject({ actNaissV: '1' })
  })

  test('junk pushes out only junk: never the first photograph, nor one that was judged, nor the last ones', async () => {
    const { matricule } = students.moussa
    await enrolAndConfirm(server, visitor, students.moussa, '76000002')
    const first = await send(students.moussa, 'attest', 100)
    await server.operate({ name: 'reject', matricule, type: 'attest', message: 'Floue' })
    const better = await send(students.moussa, 'attest', 101)
    const judged: string[] = []
    for (let seed = 200; seed < 230; seed += 1) {
      const digest = await send(students.moussa, 'attest', seed)
      if (seed === 215) {
        judged.push(digest)
        await server.operate({ name: 'reject', matricule, type: 'attest', message: 'Coupée' })
      }
    }
    const kept = await digests(matricule, 'attest')
    expect(kept).toHaveLength(12)
    for (const digest of [first, better, ...judged]) expect(kept).toContain(digest.slice(0, 8))
    expect((await lines('versions', matricule, 'attest'))[0]).toMatch(/rejected "Floue"$/)
    // The one that the last one has replaced.
    expect(kept.at(-1)).not.toBe((await current(matricule, 'attest')).slice(0, 8))
    const last = await current(matricule, 'attest')
    await send(students.moussa, 'attest', 300)
    expect((await digests(matricule, 'attest')).at(-1)).toBe(last.slice(0, 8))
  })

  test('strangers push out no photograph of the browser that saved, however many they sent before and after it', async () => {
    const { matricule } = students.ibrahim
    const owner = new Browser(server)
    await enrolAndConfirm(server, owner, students.ibrahim, '76000006')
    const sendAs = async (who: Visitor, seed: number) => {
      const picture = await photograph(seed, 8, 8, 'png')
      expect((await who.send(students.ibrahim, 'attest', picture)).json).toMatchObject({ status: 1 })
      server.advance(1000)
      return (await current(matricule, 'attest')).slice(0, 8)
    }
    const strangers = async (first: number) => {
      for (let seed = first; seed < first + 15; seed += 1) await sendAs(visitor, seed)
    }
    await strangers(0)
    const own = await sendAs(owner, 100)
    // A stranger's first, of which the owner has the same.
    const shared = await sendAs(visitor, 101)
    await sendAs(owner, 101)
    await strangers(200)
    const by = ['--photo', own, '--as', 'Awa']
    await lines('put-back', matricule, 'attest', ...by)
    await strangers(300)
    expect(await digests(matricule, 'attest')).toEqual(expect.arrayContaining([own, shared]))
    expect((await digests(matricule, 'attest')).length).toBeLessThanOrEqual(24)
  })

  test('the same photograph to and fro is kept once, and a repeat keeps nothing', async () => {
    const { matricule } = students.fatoumata
    await enrolAndConfirm(server, visitor, students.fatoumata, '76000003')
    for (const seed of [1, 1, 2, 1, 2, 2, 1]) await send(students.fatoumata, 'simcard', seed)
    expect(await digests(matricule, 'simcard')).toHaveLength(2)
  })

  test('what the portal told a student of a photograph goes with it to the verifier, and a finer one has none', async () => {
    const { matricule } = students.kadiatou
    await enrolAndConfirm(server, visitor, students.kadiatou, '76000009')
    const upload = async (seed: number, remarques: unknown) => {
      const image = await base64Photograph(seed, 160, 160)
      const sent = { matricule, type: 'carteid', image, ...(remarques !== undefined && { remarques }) }
      expect((await visitor.call('files/upload', sent)).status, JSON.stringify(remarques)).toBe(1)
      server.advance(1000)
      return (await current(matricule, 'carteid')).slice(0, 8)
    }
    const told = async () => {
      const files = (await server.operate(typed('review', '/unused', matricule)))?.files
      const dossier = v.parse(Dossier, JSON.parse(String(files?.get(`${matricule}/dossier.json`))))
      const page = reviewPage(dossier, { program: 'provider', as: undefined })
      return [...page.matchAll(/who kept it:<\/strong> ([^<]*)\.<\/p>/g)].map(([, words]) => words)
    }
    const first = await upload(1, ['coupe', 'flou', 'flou', '<b>', 7])
    expect(await told(), 'what this server does not know is left out').toEqual([
      'out of focus, not whole within the picture',
    ])
    for (const [at, odd] of ['flou', { 0: 'flou' }, null, []].entries()) await upload(10 + at, odd)
    await upload(2, undefined)
    expect(await told()).toEqual([])
    await lines('put-back', matricule, 'carteid', '--photo', first, '--as', 'Awa')
    expect(await told()).toEqual(['out of focus, not whole within the picture'])
  })

  test('uploads at the same moment lose none of one another', async () => {
    const { matricule } = students.mariam
    await enrolAndConfirm(server, visitor, students.mariam, '76000005')
    const images = await Promise.all([1, 2, 3, 4, 5, 6].map(seed => base64Photograph(seed, 160, 160)))
    const replies = await Promise.all(images.map(image => visitor.send(students.mariam, 'attest', image)))
    expect(replies.map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1])
    expect(await digests(matricule, 'attest')).toHaveLength(5)
  })
})

test('an earlier photograph is put back by its digest, and by nothing else', () => {
  expect(() => typed('put-back', 'BKO2026T001', 'attest')).toThrow('--photo needs the first 8 signs')
  expect(() => typed('put-back', 'BKO2026T001', '--photo', 'abcdef01')).toThrow('needs other arguments')
})

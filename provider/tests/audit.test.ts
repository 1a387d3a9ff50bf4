import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { columns, oneServer } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { photograph } from './setup/photographs.ts'
import { enrolAndConfirm, students } from './setup/visitor.ts'

const { matricule } = students.aminata
const file = 'BKO2025T001'

describe.each(await eachDatabase())('with %s', async (storage, database) => {
  const { server, visitor } = await oneServer(database)
  await enrolAndConfirm(server, visitor, students.aminata, '76000001')

  const audit = async (of?: string) => (await server.operate({ name: 'audit', ...(of && { matricule: of }) }))?.lines
  const count = async () =>
    Number((await server.database.query<{ n: string }>('SELECT count(*)::text AS n FROM audit'))[0]?.n)
  const photoOf = (seed: number) => photograph(seed, 320, 240)
  const digestOf = (photo: Buffer) => createHash('sha256').update(photo).digest('hex').slice(0, 8)
  const send = async (photo: Buffer) => (await visitor.send(students.aminata, 'attest', photo)).status
  const state = async () => (await visitor.flags(students.aminata)).attestBacV

  test('decisions, changes of the window and imports say who, when, what it was and what it is', async () => {
    await server.operate({ name: 'accept', matricule: file, type: 'carteid' })
    await server.operate({ name: 'reject', matricule: file, type: 'carteid', message: 'Floue' })
    const [photo] = await server.database.query<{ digest: string }>(
      `SELECT left(digest, 8) AS digest FROM documents WHERE matricule = '${file}' AND type = 'carteid'`,
    )
    const about = `${file} carteid photo ${photo?.digest}`
    const lines = (await audit(file)) ?? []
    expect(lines.slice(-2).map(line => line.slice(21))).toEqual([
      `tests  accept  ${about}  rejected → validated`,
      `tests  reject  ${about}  validated → rejected  "Floue"`,
    ])
    expect(lines.every(line => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}/.test(line))).toBe(true)
    expect(lines[0]).toContain('sample data  reject')

    await server.operate({ name: 'window', state: 'close', until: '2027-01-05 08:00:00', message: 'Fini' })
    await server.operate({ name: 'window', state: 'open', until: '2027-02-05 08:00:00', message: 'Ouvert' })
    const csv = `${columns}\nBKO2026N001,Keita,Awa,2026,7001,TSE,BKORD`
    await server.operate({ name: 'import', text: csv })
    const sum = createHash('sha256').update(csv).digest('hex')
    expect((await audit())?.slice(-2).map(line => line.slice(21))).toEqual([
      'tests  window  statut 0, 2027-01-05 08:00:00, "Fini" → statut 1, 2027-02-05 08:00:00, "Ouvert"',
      `tests  import  1 students, SHA-256 of the list ${sum}`,
    ])
  })

  test('what was refused leaves no entry', async () => {
    const before = await count()
    expect(await server.operate({ name: 'accept', matricule, type: 'simcard' })).toMatchObject({ done: false })
    expect(await server.operate({ name: 'import', text: 'matricule\nx' })).toMatchObject({ done: false })
    expect(await server.operate({ name: 'window', state: 'open', until: 'soon' })).toMatchObject({ done: false })
    expect(await count()).toBe(before)
  })

  test.each(["UPDATE audit SET who = 'nobody'", 'DELETE FROM audit', 'TRUNCATE audit'])(
    'nobody changes it afterwards: %s',
    async sql => {
      const before = await count()
      await expect(server.database.query(sql)).rejects.toThrow('only ever added to')
      expect(await count()).toBe(before)
    },
  )

  test('a decision on a photograph that was replaced meanwhile does not hit the new one', async () => {
    const [seen, unseen] = [await photoOf(1), await photoOf(2)]
    expect(await send(seen)).toBe(1)
    expect(await send(unseen)).toBe(1)
    const before = await count()
    const judge = (name: 'accept' | 'reject', photo: string) =>
      server.operate({ name, matricule, type: 'attest', photo, message: 'Floue' })
    for (const name of ['accept', 'reject'] as const)
      expect(await judge(name, digestOf(seen))).toMatchObject({
        done: false,
        lines: [expect.stringMatching(/^Nothing was decided: the student has sent another photograph of attest since/)],
      })
    expect([await state(), await count()]).toEqual(['1', before])
    expect([(await judge('reject', digestOf(unseen)))?.done, await state()]).toEqual([true, '0'])
  })

  test('a decision that meets a photograph which is just being stored waits for it, and does not hit it', async () => {
    const [seen, unseen] = [await photoOf(3), await photoOf(4)]
    expect(await send(seen)).toBe(1)
    const deciding = { name: 'accept', matricule, type: 'attest', photo: digestOf(seen) } as const
    const decision = await server.database.transaction(async queries => {
      await queries.query(
        `UPDATE documents SET image = $1, digest = $2 WHERE matricule = '${matricule}' AND type = 'attest'`,
        [unseen, createHash('sha256').update(unseen).digest('hex')],
      )
      const decided = server.operate(deciding)
      // PGlite does one thing after the other; on a server the decision is at the row by now, and
      // waits.
      if (storage !== 'PGlite')
        await expect.poll(() => server.database.query('SELECT 1 FROM pg_locks WHERE NOT granted')).toHaveLength(1)
      return { decided }
    })
    expect(await decision.decided).toMatchObject({ done: false })
    expect(await state()).toBe('1')
  })
})

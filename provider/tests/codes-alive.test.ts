import { describe, expect, test } from 'vitest'
import { serveCode } from '../src/codes/codes.ts'
import { inventStudent, listOf, oneServer } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { base64Photograph } from './setup/photographs.ts'
import { Browser, from, otherCode, readCode, type SampleStudent, students, type Visitor } from './setup/visitor.ts'

/**
 * Messages are minutes late, and students ask again: every code that was sent to the number counts
 * until one has served.
 */

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const home = from('198.51.100.60')
const wrong = 'Ce code n’est pas le bon. Entrez le code du dernier SMS.'

describe.each(await eachDatabase())('codes on their way, with %s', async (_, database) => {
  const { server } = await oneServer({ trustProxy: true, asksCodeForCorrections: true, ...database })

  async function ask(who: Visitor, student: SampleStudent, phone: string, change: object = {}): Promise<string> {
    expect((await who.save(student, phone, change, home)).json).toMatchObject({ status: 1 })
    return readCode(server, phone)
  }
  const give = (who: Visitor, student: SampleStudent, otp: string, where = home) => who.give(student, otp, where)
  const confirmed = async ({ matricule }: SampleStudent) =>
    (
      await server.database.query<{ phone: string; nina: string }>(
        `SELECT confirmed_answers->>'phone' AS phone, confirmed_answers->>'nina' AS nina FROM enrolments
         WHERE matricule = $1 AND confirmed_at IS NOT NULL`,
        [matricule],
      )
    )[0]
  const otherThan = (...codes: readonly string[]) => {
    let code = codes[0] ?? ''
    while (codes.includes(code)) code = otherCode(code)
    return code
  }

  test('the first one confirms though a second was asked for, and with that both have served', async () => {
    const { aminata } = students
    const owner = new Browser(server)
    const first = await ask(owner, aminata, '76000001')
    server.advance(61 * second)
    const next = await ask(owner, aminata, '76000001')
    expect(next).not.toBe(first)
    server.advance(90 * second)
    expect((await give(owner, aminata, first)).status).toBe(1)
    expect((await give(owner, aminata, first)).status, 'its answer was lost').toBe(1)
    expect((await give(owner, aminata, next)).json, 'one has served').toEqual({ status: 0, msg: wrong })
  })

  test('one that is looked at late ends none that was asked for after it was given', async () => {
    const student = inventStudent(1)
    await server.operate({ name: 'import', text: listOf([student]) })
    const owner = new Browser(server)
    await ask(owner, student, '76000030')
    server.advance(61 * second)
    const next = await ask(owner, student, '76000030')
    const { matricule } = student
    const [given, sent] = await server.database.query<{ hash: string; at: Date }>(
      'SELECT hash, sent_at AS at FROM codes WHERE matricule = $1 ORDER BY sent_at',
      [matricule],
    )
    // A request may wait for the database for most of a minute.
    const came = new Date(Number(sent?.at) - second)
    await serveCode(server.database, { matricule, purpose: 'enrolment', hash: given?.hash ?? '' }, came)
    expect((await give(owner, student, next)).status).toBe(1)
  })

  test('an earlier one confirms the answers that came last, and none that came to another number', async () => {
    const { moussa } = students
    const owner = new Browser(server)
    const mistyped = await ask(owner, moussa, '76000099')
    const first = await ask(owner, moussa, '76000002')
    const next = await ask(owner, moussa, '76000002', { nina: 'NINA00000001' })
    if (mistyped !== first && mistyped !== next)
      expect((await give(owner, moussa, mistyped)).json).toEqual({ status: 0, msg: wrong })
    expect(await confirmed(moussa)).toBeUndefined()
    expect((await give(owner, moussa, first)).status).toBe(1)
    expect(await confirmed(moussa)).toEqual({ phone: '76000002', nina: 'NINA00000001' })
  })

  test('who goes back to the first number may enter the code that came there', async () => {
    const { seydou } = students
    const owner = new Browser(server)
    const first = await ask(owner, seydou, '76000004')
    const elsewhere = await ask(owner, seydou, '76000098')
    await ask(owner, seydou, '76000004')
    if (elsewhere !== first) expect((await give(owner, seydou, elsewhere)).status).toBe(0)
    expect((await give(owner, seydou, first)).status).toBe(1)
    expect((await confirmed(seydou))?.phone).toBe('76000004')
  })

  test('each counts for half an hour of its own', async () => {
    const { mariam } = students
    const owner = new Browser(server)
    const first = await ask(owner, mariam, '76000005')
    server.advance(20 * minute)
    const next = await ask(owner, mariam, '76000005')
    server.advance(11 * minute)
    expect((await give(owner, mariam, first)).json.msg).toBe('Ce code a expiré. Demandez un nouveau code.')
    expect((await give(owner, mariam, next)).status).toBe(1)
  })

  test('a wrong one is counted once over all of them', async () => {
    const { ibrahim } = students
    const owner = new Browser(server)
    const codes = [await ask(owner, ibrahim, '76000006')]
    for (const nina of ['NINA00000001', 'NINA00000002', 'NINA00000003'])
      codes.push(await ask(owner, ibrahim, '76000006', { nina }))
    expect(new Set(codes).size).toBe(4)
    for (let time = 0; time < 5; time += 1)
      expect((await give(owner, ibrahim, otherThan(...codes))).json).toEqual({ status: 0, msg: wrong })
    for (const code of codes) expect((await give(owner, ibrahim, code)).http).toBe(429)
    server.advance(15 * minute)
    expect((await give(owner, ibrahim, codes[1] ?? '')).status).toBe(1)
  })

  test('of two that are given at the same moment one serves', async () => {
    const { fatoumata } = students
    const owner = new Browser(server)
    const codes = [await ask(owner, fatoumata, '76000003')]
    codes.push(await ask(owner, fatoumata, '76000003', { nina: 'NINA00000001' }))
    const given = await Promise.all(codes.map(code => give(owner.copy(), fatoumata, code)))
    expect(given.map(({ json }) => json.status).sort()).toEqual([0, 1])
  })

  test('a code that has served answers its repeat also after another was asked for, with the same answers', async () => {
    const { kadiatou } = students
    const owner = new Browser(server)
    const first = await ask(owner, kadiatou, '76000009')
    expect((await give(owner, kadiatou, first)).status).toBe(1)
    server.advance(61 * second)
    const next = await ask(owner, kadiatou, '76000009')
    expect((await give(owner, kadiatou, first)).status).toBe(1)
    expect((await give(owner, kadiatou, next)).status).toBe(1)
  })

  test('so do those of a correction, whoever asked for the second', async () => {
    const { abdoulaye } = students
    const owner = new Browser(server)
    expect((await give(owner, abdoulaye, await ask(owner, abdoulaye, '76000010'))).status).toBe(1)
    const replace = async (who: Visitor, index: number, where = home) =>
      who.replace(abdoulaye, 'attest', await base64Photograph(index, 64, 64), where)
    expect((await replace(owner, 1)).status).toBe(1)
    server.advance(day + minute)
    expect((await replace(owner, 2)).json.codeRequis).toBe(true)
    const first = await readCode(server, '76000010')
    server.advance(11 * minute)
    const stranger = new Browser(server)
    expect((await replace(stranger, 3, from('203.0.113.60'))).json.codeRequis).toBe(true)
    const next = await readCode(server, '76000010')
    expect(next).not.toBe(first)
    expect((await give(owner, abdoulaye, first)).status).toBe(1)
    expect((await replace(owner, 2)).status).toBe(1)
    expect((await give(stranger, abdoulaye, next, from('203.0.113.60'))).status, 'one has served').toBe(0)
    expect((await give(owner, abdoulaye, first)).status, 'its answer was lost').toBe(1)
  })

  test('and those of a receipt', async () => {
    const owner = new Browser(server)
    server.advance(31 * day)
    const receipt = async (otp: string) => (await owner.receipt(students.kadiatou, otp, home)).json
    const confirmedCode = await readCode(server, '76000009')
    expect(await receipt(confirmedCode)).toMatchObject({ codeRequis: true })
    const first = await readCode(server, '76000009')
    server.advance(11 * minute)
    expect(await receipt(confirmedCode)).toMatchObject({ codeRequis: true })
    const next = await readCode(server, '76000009')
    expect(next).not.toBe(first)
    for (let time = 0; time < 2; time += 1) expect((await receipt(first)).status).toBe(1)
    expect((await receipt(next)).status, 'one has served').toBe(0)
  })

  test('each message says when its code was asked for, and is one SMS', () => {
    for (const { text, at } of server.shown) {
      expect(text).toContain(`Demandé à ${at.slice(11, 13)} h ${at.slice(14, 16)}, `)
      // é, è and à are in the alphabet of SMS; a typographic apostrophe makes a message of 70 signs
      // out of it.
      expect(text).toMatch(/^[\x20-\x7e\néèà]{1,160}$/i)
    }
  })
})

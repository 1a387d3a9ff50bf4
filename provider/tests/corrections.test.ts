import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { oneServer } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { base64Photograph } from './setup/photographs.ts'
import {
  Browser,
  enrolAndConfirm,
  from,
  readCode,
  type SampleStudent,
  students,
  type Visitor,
} from './setup/visitor.ts'

const minute = 60_000
const hour = 60 * minute
const home = from('198.51.100.50')
const elsewhere = from('203.0.113.50')
const asked = { status: 0, codeRequis: true, msg: expect.stringContaining('entrez le code envoyé par SMS') }

describe.each(await eachDatabase())('where a correction asks for a code, with %s', async (_, database) => {
  const { server } = await oneServer({ trustProxy: true, asksCodeForCorrections: true, ...database })
  const { sent } = server

  const update = async (who: Visitor, student: SampleStudent, type: string, picture: number, where = home) =>
    (await who.replace(student, type, await base64Photograph(picture), where)).json
  const upload = async (who: Visitor, student: SampleStudent, type: string, picture: number, where = home) =>
    (await who.send(student, type, await base64Photograph(picture), where)).json
  const give = (who: Visitor, student: SampleStudent, otp: string, where = home) => who.give(student, otp, where)
  const enrol = (who: Visitor, student: SampleStudent, phone: string) =>
    enrolAndConfirm(server, who, student, phone, home)
  const stored = async ({ matricule }: SampleStudent, type: string) =>
    (
      await server.database.query<{ digest: string }>(
        'SELECT digest FROM documents WHERE matricule = $1 AND type = $2',
        [matricule, type],
      )
    )[0]?.digest

  test('who has just enrolled replaces a photograph for a day, also after a restart, and is asked for nothing', async () => {
    const { aminata } = students
    const owner = new Browser(server)
    await enrol(owner, aminata, '76000001')
    for (const [index, type] of documentTypes.entries())
      expect((await upload(owner, aminata, type, index)).status).toBe(1)
    expect((await update(owner, aminata, 'carteid', 70)).status).toBe(1)
    await server.restart()
    expect((await update(owner, aminata, 'carteid', 71)).status).toBe(1)
    expect((await owner.finish(aminata, home)).status).toBe(1)
    expect(sent('76000001')).toHaveLength(1)
  })

  test('a stranger who knows matricule and phone replaces nothing, sends one message, and has no use for an old code', async () => {
    const { aminata } = students
    const stranger = new Browser(server)
    const code = await readCode(server, '76000001')
    const before = await Promise.all(documentTypes.map(type => stored(aminata, type)))
    for (const [index, type] of documentTypes.entries())
      expect(await update(stranger, aminata, type, 80 + index, elsewhere)).toEqual(asked)
    expect(await upload(stranger, aminata, 'attest', 90, elsewhere)).toEqual(asked)
    expect(await Promise.all(documentTypes.map(type => stored(aminata, type)))).toEqual(before)
    expect(sent('76000001')).toHaveLength(2)
    expect(sent('76000001').at(-1)?.text).toMatch(/^Remplacer un document : votre code est \d{4}\./)
    expect(server.told('correctionWithoutCode')).toBe(1)
    // The code of the enrolment is not the one that was asked for, and gives no right.
    const old = await give(stranger, aminata, code, elsewhere)
    expect([old.status, old.headers.getSetCookie()]).toEqual([0, []])
    expect(await update(stranger, aminata, 'attest', 91, elsewhere)).toEqual(asked)
    // Two students at one browser: who may correct one may not correct the other.
    await enrol(stranger, students.moussa, '76000002')
    expect(await update(stranger, aminata, 'attest', 91, elsewhere)).toEqual(asked)
  })

  test('photographs that a stranger may not put there use up no upload of the student', async () => {
    const { abdoulaye } = students
    const owner = new Browser(server)
    await enrol(owner, abdoulaye, '76000010')
    await upload(owner, abdoulaye, 'attest', 1)
    const stranger = new Browser(server)
    for (let time = 0; time < 110; time += 1)
      expect(await update(stranger, abdoulaye, 'attest', 2, elsewhere)).toEqual(asked)
    expect((await update(owner, abdoulaye, 'attest', 3)).status).toBe(1)
  })

  test('the first photograph of a document and a repeat of the one that is there are never refused', async () => {
    const { fatoumata } = students
    await enrol(new Browser(server), fatoumata, '76000003')
    const anotherPhone = new Browser(server)
    for (let time = 0; time < 2; time += 1)
      expect((await upload(anotherPhone, fatoumata, 'attest', 31, elsewhere)).status).toBe(1)
    expect((await update(anotherPhone, fatoumata, 'simcard', 32, elsewhere)).status).toBe(1)
    await server.operate({ name: 'reject', matricule: fatoumata.matricule, type: 'attest', message: 'Floue' })
    expect((await update(anotherPhone, fatoumata, 'attest', 31, elsewhere)).status).toBe(1)
    expect(sent('76000003')).toHaveLength(1)
  })

  test('the student corrects from another phone with the code that came, for an hour, through a lost answer and a restart', async () => {
    const { seydou } = students
    const tablet = new Browser(server)
    await enrol(tablet, seydou, '76000004')
    await upload(tablet, seydou, 'attest', 40)
    await server.operate({ name: 'reject', matricule: seydou.matricule, type: 'attest', message: 'Floue' })
    server.advance(25 * hour)
    const phone = new Browser(server)
    const before = await stored(seydou, 'attest')
    expect(await update(phone, seydou, 'attest', 41, elsewhere)).toEqual(asked)
    const code = await readCode(server, '76000004')
    await server.restart()
    expect((await give(phone, seydou, code, elsewhere)).status).toBe(1)
    expect((await give(phone, seydou, code, elsewhere)).status, 'its repeat').toBe(1)
    expect((await update(phone, seydou, 'attest', 41, elsewhere)).status).toBe(1)
    expect(await stored(seydou, 'attest')).not.toBe(before)
    expect(await update(tablet, seydou, 'attest', 42), 'a day is over').toEqual(asked)
    server.advance(61 * minute)
    expect(await update(phone, seydou, 'attest', 43, elsewhere)).toEqual(asked)
  })

  test('where the answer to the code was lost, its repeat lets the browser correct all the same', async () => {
    const { mariam } = students
    const owner = new Browser(server)
    await enrol(owner, mariam, '76000005')
    const first = await readCode(server, '76000005')
    const phone = new Browser(server)
    await upload(phone, mariam, 'attest', 50, elsewhere)
    expect(await update(phone, mariam, 'attest', 51, elsewhere)).toEqual(asked)
    const code = await readCode(server, '76000005')
    expect((await give(phone, mariam, first, elsewhere)).status, 'which would bring nothing').toBe(0)
    expect((await give(owner, mariam, first)).status, 'the repeat of who enrolled').toBe(1)
    const lost = phone.copy()
    expect((await give(lost, mariam, code, elsewhere)).status).toBe(1)
    expect((await give(phone, mariam, code, elsewhere)).status).toBe(1)
    expect((await update(phone, mariam, 'attest', 51, elsewhere)).status).toBe(1)
  })

  test('a stranger who has codes sent all day leaves the student one, and does not flood the phone', async () => {
    const { ibrahim } = students
    const owner = new Browser(server)
    await enrol(owner, ibrahim, '76000006')
    await upload(owner, ibrahim, 'attest', 60)
    server.advance(25 * hour)
    const stranger = new Browser(server)
    for (let quarter = 0; quarter < 48; quarter += 1) {
      await update(stranger, ibrahim, 'attest', 61, elsewhere)
      server.advance(15 * minute)
    }
    expect(sent('76000006')).toHaveLength(5)
    expect(await update(owner, ibrahim, 'attest', 62)).toEqual(asked)
    expect((await give(owner, ibrahim, await readCode(server, '76000006'))).status).toBe(1)
    expect((await update(owner, ibrahim, 'attest', 62)).status).toBe(1)
  })
})

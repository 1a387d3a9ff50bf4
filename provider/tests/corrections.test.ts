import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { Browser } from './setup/browser.ts'
import { eachDatabase } from './setup/databases.ts'
import { base64Photograph } from './setup/photographs.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { completeBody, from, readCode, type SampleStudent, students, type Visitor } from './setup/visitor.ts'

const minute = 60_000
const hour = 60 * minute
const home = from('198.51.100.50')
const elsewhere = from('203.0.113.50')
const asked = { status: 0, codeRequis: true, msg: expect.stringContaining('entrez le code envoyé par SMS') }

describe.each(eachDatabase())('where a correction asks for a code, with %s', (_, database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ trustProxy: true, asksCodeForCorrections: true, ...database() })
  })
  afterAll(() => server.stop(), 30_000)

  const update = (who: Visitor, { matricule }: SampleStudent, type: string, image: string, where = home) =>
    who.call(`files/update/${type}`, { matricule, image }, where)
  const upload = (who: Visitor, { matricule }: SampleStudent, type: string, image: string, where = home) =>
    who.call('files/upload', { matricule, type, image }, where)
  const give = (who: Visitor, { matricule }: SampleStudent, otp: string, where = home) =>
    who.call('otp/valide', { matricule, otp }, where)
  const stored = async ({ matricule }: SampleStudent, type: string) =>
    (
      await server.database.query<{ digest: string }>(
        'SELECT digest FROM documents WHERE matricule = $1 AND type = $2',
        [matricule, type],
      )
    )[0]?.digest
  const sent = (phone: string) => server.shown.filter(sms => sms.phone === phone)

  async function enrol(who: Visitor, student: SampleStudent, phone: string): Promise<void> {
    await who.call('enrolement/add', completeBody(student, phone), home)
    expect((await give(who, student, await readCode(server, phone))).json.status).toBe(1)
  }

  test('who has just enrolled replaces a photograph for a day, also after a restart, and is asked for nothing', async () => {
    const { aminata } = students
    const owner = new Browser(server)
    await enrol(owner, aminata, '76000001')
    for (const [index, type] of documentTypes.entries())
      expect((await upload(owner, aminata, type, await base64Photograph(index))).json.status).toBe(1)
    expect((await update(owner, aminata, 'carteid', await base64Photograph(70))).json.status).toBe(1)
    await server.restart()
    expect((await update(owner, aminata, 'carteid', await base64Photograph(71))).json.status).toBe(1)
    expect((await owner.call('enrolement/globalevalid', { matricule: aminata.matricule }, home)).json.status).toBe(1)
    expect(sent('76000001')).toHaveLength(1)
  })

  test('a stranger who knows matricule and phone replaces nothing, sends one message, and has no use for an old code', async () => {
    const { aminata } = students
    const stranger = new Browser(server)
    const code = await readCode(server, '76000001')
    const before = await Promise.all(documentTypes.map(type => stored(aminata, type)))
    for (const [index, type] of documentTypes.entries())
      expect((await update(stranger, aminata, type, await base64Photograph(80 + index), elsewhere)).json).toEqual(asked)
    expect((await upload(stranger, aminata, 'attest', await base64Photograph(90), elsewhere)).json).toEqual(asked)
    expect(await Promise.all(documentTypes.map(type => stored(aminata, type)))).toEqual(before)
    expect(sent('76000001')).toHaveLength(2)
    expect(sent('76000001').at(-1)?.text).toMatch(/^Remplacer un document : votre code est \d{4}\./)
    expect(server.log.filter(line => line.includes('"security":"correctionWithoutCode"'))).toHaveLength(1)
    // The code of the enrolment is not the one that was asked for, and gives no right.
    const old = await give(stranger, aminata, code, elsewhere)
    expect([old.json.status, old.headers.getSetCookie()]).toEqual([0, []])
    expect((await update(stranger, aminata, 'attest', await base64Photograph(91), elsewhere)).json).toEqual(asked)
    // Two students at one browser: who may correct one may not correct the other.
    await enrol(stranger, students.moussa, '76000002')
    expect((await update(stranger, aminata, 'attest', await base64Photograph(91), elsewhere)).json).toEqual(asked)
  })

  test('photographs that a stranger may not put there use up no upload of the student', async () => {
    const { abdoulaye } = students
    const owner = new Browser(server)
    await enrol(owner, abdoulaye, '76000010')
    await upload(owner, abdoulaye, 'attest', await base64Photograph(1, 64, 64))
    const stranger = new Browser(server)
    const image = await base64Photograph(2, 64, 64)
    for (let time = 0; time < 110; time += 1)
      expect((await update(stranger, abdoulaye, 'attest', image, elsewhere)).json).toEqual(asked)
    expect((await update(owner, abdoulaye, 'attest', await base64Photograph(3, 64, 64))).json.status).toBe(1)
  })

  test('the first photograph of a document and a repeat of the one that is there are never refused', async () => {
    const { fatoumata } = students
    await enrol(new Browser(server), fatoumata, '76000003')
    const anotherPhone = new Browser(server)
    const image = await base64Photograph(31)
    for (let time = 0; time < 2; time += 1)
      expect((await upload(anotherPhone, fatoumata, 'attest', image, elsewhere)).json.status).toBe(1)
    expect((await update(anotherPhone, fatoumata, 'simcard', await base64Photograph(32), elsewhere)).json.status).toBe(
      1,
    )
    await server.operate({ name: 'reject', matricule: fatoumata.matricule, type: 'attest', message: 'Floue' })
    expect((await update(anotherPhone, fatoumata, 'attest', image, elsewhere)).json.status).toBe(1)
    expect(sent('76000003')).toHaveLength(1)
  })

  test('the student corrects from another phone with the code that came, for an hour, through a lost answer and a restart', async () => {
    const { seydou } = students
    const tablet = new Browser(server)
    await enrol(tablet, seydou, '76000004')
    await upload(tablet, seydou, 'attest', await base64Photograph(40))
    await server.operate({ name: 'reject', matricule: seydou.matricule, type: 'attest', message: 'Floue' })
    server.advance(25 * hour)
    const phone = new Browser(server)
    const before = await stored(seydou, 'attest')
    const better = await base64Photograph(41)
    expect((await update(phone, seydou, 'attest', better, elsewhere)).json).toEqual(asked)
    const code = await readCode(server, '76000004')
    await server.restart()
    expect((await give(phone, seydou, code, elsewhere)).json.status).toBe(1)
    expect((await give(phone, seydou, code, elsewhere)).json.status, 'its repeat').toBe(1)
    expect((await update(phone, seydou, 'attest', better, elsewhere)).json.status).toBe(1)
    expect(await stored(seydou, 'attest')).not.toBe(before)
    expect((await update(tablet, seydou, 'attest', await base64Photograph(42))).json, 'a day is over').toEqual(asked)
    server.advance(61 * minute)
    expect((await update(phone, seydou, 'attest', await base64Photograph(43), elsewhere)).json).toEqual(asked)
  })

  test('where the answer to the code was lost, its repeat lets the browser correct all the same', async () => {
    const { mariam } = students
    const owner = new Browser(server)
    await enrol(owner, mariam, '76000005')
    const first = await readCode(server, '76000005')
    const phone = new Browser(server)
    await upload(phone, mariam, 'attest', await base64Photograph(50), elsewhere)
    expect((await update(phone, mariam, 'attest', await base64Photograph(51), elsewhere)).json).toEqual(asked)
    const code = await readCode(server, '76000005')
    expect((await give(phone, mariam, first, elsewhere)).json.status, 'which would bring nothing').toBe(0)
    expect((await give(owner, mariam, first)).json.status, 'the repeat of who enrolled').toBe(1)
    const lost = phone.copy()
    expect((await give(lost, mariam, code, elsewhere)).json.status).toBe(1)
    expect((await give(phone, mariam, code, elsewhere)).json.status).toBe(1)
    expect((await update(phone, mariam, 'attest', await base64Photograph(51), elsewhere)).json.status).toBe(1)
  })

  test('a stranger who has codes sent all day leaves the student one, and does not flood the phone', async () => {
    const { ibrahim } = students
    const owner = new Browser(server)
    await enrol(owner, ibrahim, '76000006')
    await upload(owner, ibrahim, 'attest', await base64Photograph(60))
    server.advance(25 * hour)
    const stranger = new Browser(server)
    for (let quarter = 0; quarter < 48; quarter += 1) {
      await update(stranger, ibrahim, 'attest', await base64Photograph(61), elsewhere)
      server.advance(15 * minute)
    }
    expect(sent('76000006')).toHaveLength(5)
    const image = await base64Photograph(62)
    expect((await update(owner, ibrahim, 'attest', image)).json).toEqual(asked)
    expect((await give(owner, ibrahim, await readCode(server, '76000006'))).json.status).toBe(1)
    expect((await update(owner, ibrahim, 'attest', image)).json.status).toBe(1)
  })
})

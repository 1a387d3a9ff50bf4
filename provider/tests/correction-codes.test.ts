import { expect, test } from 'vitest'
import { inventStudents, oneCampus, phoneOf } from './setup/campus.ts'
import { base64Photograph } from './setup/photographs.ts'
import { Browser, from, readCode, type SampleStudent, type Visitor } from './setup/visitor.ts'

/** Where a correction asks for a code: who pays for it, and who cannot keep it from whom. */

const minute = 60_000
const hour = 60 * minute
const enterIt = 'Pour remplacer un document, entrez le code envoyé par SMS au numéro confirmé.'
const sentNow = { status: 0, codeRequis: true, msg: enterIt }
const stillGood = { ...sentNow, msg: `${enterIt} Le dernier code envoyé est encore valable.` }
const home = from('198.51.100.50')

const invented = inventStudents(80)
const { server } = await oneCampus(invented, { asksCodeForCorrections: true })
const image = await base64Photograph(1, 64, 64)
const files = invented.map((student, index) => `('${student.matricule}', '${phoneOf(index)}')`)
await server.database.query(
  `INSERT INTO enrolments (matricule, phone, answers, digest, code_sent_at, confirmed_at, confirmed_answers)
   SELECT matricule, phone, '{}', '', past, past, '{"reading":"complete"}'
   FROM (VALUES ${files.slice(0, 75).join(', ')}) AS given (matricule, phone), (SELECT now() - interval '5 weeks' AS past) AS gone`,
)
await server.database.query(
  `INSERT INTO documents (matricule, type, image, digest, bytes, state, received_at)
   SELECT matricule, 'attest', '', 'another', 0, 'received', confirmed_at FROM enrolments WHERE matricule LIKE 'ESSAI%'`,
)

const one = (index: number) => invented[index] as SampleStudent
const replace = (who: Visitor, index: number, where = home) => who.replace(one(index), 'attest', image, where)
const give = (who: Visitor, index: number, otp: string, where = home) => who.give(one(index), otp, where)
const sent = (index: number) => server.sent(phoneOf(index)).length

test('an address that has codes sent to students gets its sixty, and each that comes back makes room', async () => {
  const pumper = from('198.51.100.51')
  const browser = new Browser(server)
  const replies = []
  for (let index = 0; index < 66; index += 1) replies.push((await replace(browser, index, pumper)).http)
  expect(replies.filter(http => http === 200)).toHaveLength(60)
  expect(server.told('smsPumping')).toBe(1)
  expect(sent(65)).toBe(0)
  expect((await replace(browser, 65, from('198.51.100.52'))).json, 'elsewhere').toEqual(sentNow)
  expect((await give(browser, 0, await readCode(server, phoneOf(0)), pumper)).status).toBe(1)
  expect((await replace(browser, 64, pumper)).json).toEqual(sentNow)
})

test('the browser that saved gets a new code after a minute, others after ten, and is told where none was sent', async () => {
  const owner = new Browser(server)
  await owner.save(one(76), phoneOf(76), {}, home)
  expect((await give(owner, 76, await readCode(server, phoneOf(76)))).status).toBe(1)
  expect((await replace(owner, 76)).status).toBe(1)
  await server.database.query("UPDATE documents SET digest = 'another' WHERE matricule = $1", [one(76).matricule])
  server.advance(25 * hour)
  expect((await replace(owner, 76)).json).toEqual(sentNow)
  expect((await replace(owner, 76)).json).toEqual(stillGood)
  server.advance(minute + 1000)
  expect((await replace(owner, 76)).json).toEqual(sentNow)
  expect(sent(76)).toBe(3)
  const elsewhere = new Browser(server)
  expect((await replace(elsewhere, 70)).json).toEqual(sentNow)
  server.advance(9 * minute)
  expect((await replace(elsewhere, 70)).json).toEqual(stillGood)
  server.advance(minute + 1000)
  expect((await replace(elsewhere, 70)).json).toEqual(sentNow)
  expect(sent(70)).toBe(2)
})

test('a stranger’s codes leave one for who asks from elsewhere, and many strangers have seven a day in all', async () => {
  const day = async (where: (time: number) => ReturnType<typeof from>) => {
    for (let time = 0; time < 30; time += 1) {
      await replace(new Browser(server), 71, where(time))
      server.advance(31 * minute)
    }
  }
  await day(() => from('198.51.100.53'))
  expect(sent(71)).toBe(4)
  // Of a second address one more: who comes again finds four spent.
  for (let time = 0; time < 3; time += 1) {
    await replace(new Browser(server), 71, from('198.51.100.54'))
    server.advance(31 * minute)
  }
  expect(sent(71)).toBe(5)
  const student = new Browser(server)
  expect((await replace(student, 71, from('203.0.113.54'))).json).toEqual(sentNow)
  expect((await give(student, 71, await readCode(server, phoneOf(71)), from('203.0.113.54'))).status).toBe(1)
  server.advance(24 * hour)
  await day(time => from(`192.0.2.${time}`))
  expect(sent(71)).toBe(6 + 7)
})

test('a code that comes while a photograph is decoded sends no second one, and the photograph goes through when it comes again', async () => {
  const phone = new Browser(server)
  expect((await replace(phone, 72)).json).toEqual(sentNow)
  const code = await readCode(server, phoneOf(72))
  // While the database is busy both queue up, the photograph first; what is asked after its
  // decoding comes after the code.
  let free = () => {}
  const busy = server.database.transaction(() => new Promise<void>(resolve => (free = resolve)))
  const arrived = () => fetch(server.address).then(page => page.text())
  const late = replace(phone.copy(), 72)
  for (let time = 0; time < 5; time += 1) await arrived()
  const given = give(phone, 72, code)
  for (let time = 0; time < 5; time += 1) await arrived()
  free()
  await busy
  expect((await given).status).toBe(1)
  const waits = await late
  expect([waits.http, waits.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await replace(phone, 72)).status).toBe(1)
  expect(sent(72)).toBe(1)
})

test('a used code says to its browser that it may correct, and is a wrong one in another', async () => {
  const phone = new Browser(server)
  await replace(phone, 74)
  const code = await readCode(server, phoneOf(74))
  const right = { status: 1, msg: 'Le code est bon. Votre document peut être remplacé.' }
  for (let time = 0; time < 2; time += 1) expect((await give(phone, 74, code)).json).toEqual(right)
  expect((await give(new Browser(server), 74, code)).json).toEqual({
    status: 0,
    msg: 'Ce code n’est pas le bon. Entrez le code du dernier SMS.',
  })
})

import { describe, expect, test } from 'vitest'
import { inventStudent, listOf, oneCampus, phoneOf } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { completeBody, from, readCode, reducedBody, type SampleStudent } from './setup/visitor.ts'

/** Lists and paper documents differ in leading zeros: the number of a place counts by its value. */

const bare = { ...inventStudent(0), numPlace: '123' }
const padded = { ...inventStudent(1), numPlace: '00456' }
const zero = { ...inventStudent(2), numPlace: '000' }
const [guessed, saved] = [inventStudent(3), inventStudent(4)]

describe.each(await eachDatabase())('the number of a place, with %s', async (_, database) => {
  const { server, visitor } = await oneCampus([bare, padded, zero], database)
  const importing = (...students: SampleStudent[]) => server.operate({ name: 'import', text: listOf(students) })
  const look = async (student: SampleStudent, numPlace: string) => (await visitor.search({ ...student, numPlace })).json

  test.each([
    [bare, ['123', '0123', '00123', '0000000000000123']],
    [padded, ['456', '0456', '00456']],
    [zero, ['0', '00', '00000']],
  ])('finds $matricule with as many zeros as are typed', async (student, numbers) => {
    for (const numPlace of numbers)
      expect(await look(student, numPlace), numPlace).toMatchObject({
        status: 1,
        resultat: { matricule: student.matricule },
      })
    expect((await look(student, `1${numbers[0]}0`)).status, 'zeros behind it').toBe(0)
  })

  test.each([
    [bare, '00123', '123', phoneOf(1)],
    [padded, '456', '000456', phoneOf(2)],
  ])('saves $matricule, and gives the receipt', async (student, typed, again, phone) => {
    const save = async (body: object) => (await visitor.call('enrolement/add', body)).status
    expect(await save(completeBody({ ...student, numPlace: typed }, phone))).toBe(1)
    expect(await save(reducedBody({ ...student, numPlace: again }, phone)), 'the shorter form').toBe(1)
    const otp = await readCode(server, phone)
    expect((await visitor.give(student, otp)).status).toBe(1)
    for (const numPlace of [typed, again]) expect((await visitor.receipt({ ...student, numPlace }, otp)).status).toBe(1)
  })

  test('zeros bring no further guesses, and a save that comes again with them sends no second code', async () => {
    await importing(guessed, saved)
    const wrong = (zeros: number) => ({ ...reducedBody(guessed, phoneOf(3)), numPlace: `${'0'.repeat(zeros)}5` })
    for (let zeros = 0; zeros < 20; zeros += 1) await visitor.call('enrolement/add', wrong(zeros % 8))
    expect((await visitor.call('enrolement/add', wrong(9))).http).toBe(429)
    for (const zeros of ['', '0', '000'])
      await visitor.save({ ...saved, numPlace: `${zeros}${saved.numPlace}` }, phoneOf(4))
    expect(server.sent(phoneOf(4))).toHaveLength(1)
  })

  test('an address does not pay again for one student by zeros, and misses as often with them', async () => {
    const walker = from('198.51.100.70')
    const ask = (numPlace: string) => visitor.search({ ...bare, numPlace }, walker)
    for (let time = 0; time < 300; time += 1) await ask('0'.repeat(time % 9).concat('99999'))
    expect((await ask('0099999')).http).toBe(429)
  })

  test('two students of a list who differ in zeros alone are named, and neither is taken', async () => {
    const twins = [inventStudent(100), inventStudent(101)] as const
    const report = await importing({ ...twins[0], numPlace: '777' }, { ...twins[1], numPlace: '00777' })
    expect(report?.done).toBe(false)
    expect(report?.lines.join('\n')).toMatch(
      /line 2: same place .*\nline 3: same place .*without leading zeros.* as line 2/,
    )
    expect((await look(bare, '777')).status).toBe(0)
    expect((await importing({ ...twins[0], numPlace: '00123' }))?.lines.join('\n')).toContain(
      `line 2: this place already belongs to matricule ${bare.matricule}`,
    )
  })
})

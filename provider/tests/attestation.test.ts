import { expect, test } from 'vitest'
import { counts } from '../src/limits/rates.ts'
import { inventStudents, listOf, oneCampus } from './setup/campus.ts'
import { Browser, completeBody, reducedBody, type SampleStudent } from './setup/visitor.ts'

const [listed, zeros, unlisted] = inventStudents(3) as [SampleStudent, SampleStudent, SampleStudent]
const { server, visitor } = await oneCampus()

const importing = (text: string) => server.operate({ name: 'import', text })
const withNumbers = (numbers: readonly string[]) =>
  listOf([listed, zeros, unlisted])
    .split('\n')
    .map((line, index) => `${line},${index === 0 ? 'numAttest' : (numbers[index - 1] ?? '')}`)
    .join('\n')
const save = async (
  student: SampleStudent,
  phone: string,
  numAttest: string,
  body: typeof completeBody | typeof reducedBody = completeBody,
) => (await visitor.call('enrolement/add', { ...body(student, phone), numAttest })).json

test('a number of an attestation that the list has must be right, but for its zeros, and one that it lacks is not asked', async () => {
  expect(await importing(withNumbers(['123456', '00789', '']))).toMatchObject({ done: true })
  const wrong = await save(listed, '76400001', '123457')
  expect(wrong.status).toBe(0)
  expect((await save(listed, '76400001', '0123456')).status).toBe(1)
  expect((await save(zeros, '76400002', '789', reducedBody)).status).toBe(1)
  expect((await save(zeros, '76400002', '7890', reducedBody)).status).toBe(0)
  expect((await save(unlisted, '76400003', '5')).status).toBe(1)
  // Nobody learns which of the facts was wrong, nor may try as often as there are numbers.
  expect(await save({ ...listed, numPlace: '1' }, '76400001', '123456')).toEqual(wrong)
  const [{ most } = { most: 0 }] = counts.placeByAsker.own
  for (let guess = 2; guess < most; guess += 1)
    expect((await save(listed, '76400001', String(900_000 + guess))).status).toBe(0)
  expect((await visitor.save(listed, '76400001')).http).toBe(429)
  // A look-up tells the place, and not the number.
  const finds = new Browser(server)
  expect((await finds.search(listed)).status).toBe(1)
  expect((await finds.save(listed, '76400001')).http).toBe(429)
})

test('a list without the numbers takes none away, and who has a bad number is left out', async () => {
  server.advance(24 * 3_600_000)
  expect(await importing(listOf([{ ...listed, nom: 'TRAORE' }, zeros, unlisted]))).toMatchObject({ done: true })
  expect((await save(listed, '76400001', '654321')).status).toBe(0)
  expect(await importing(withNumbers(['654321', '', 'A12']))).toMatchObject({
    done: false,
    lines: [
      'line 4: numAttest must be digits, 20 at most, or empty',
      '1 line left out. Correct the list and import it again.',
      '2 students imported.',
    ],
  })
  expect(await importing(withNumbers(['654321', '', '']))).toMatchObject({ done: true })
  expect((await save(listed, '76400001', '654321')).status).toBe(1)
  expect((await save(zeros, '76400002', '788')).status).toBe(0)
})

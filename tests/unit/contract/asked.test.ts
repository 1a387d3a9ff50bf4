import { describe, expect, test } from 'vitest'
import { basesAsked, readArguments } from '../../../contract/check/arguments.ts'
import { Caller } from '../../../contract/check/caller.ts'
import { readStudent } from '../../../contract/check/student.ts'
import { readSettings } from '../../../src/core/api/settings.ts'

const bases = (...argv: string[]) => readArguments(argv)?.settings.bases

describe('the bases that are asked', () => {
  test('stand below an address', () => {
    expect(bases('https://h.ml')).toMatchObject({
      ...{ current: '/2021/v1/', previous: '/1920/v3/', older: '/anciens/v4/', receipt: '/recepisses/v1/' },
      statusOlderPhone: '/anciens/v4/',
    })
  })

  test('stand beside the base of the current year', () => {
    const beside = { current: '/api/2021/v1/', previous: '/api/1920/v3/', older: '/api/anciens/v4/' }
    expect(bases('https://h.ml/api/2021/v1')).toMatchObject(beside)
    expect(bases('https://h.ml/portail/')).toMatchObject({ current: '/portail/', previous: '/1920/v3/' })
  })

  test('are told, also those that were taken from the usual paths', () => {
    const asked = readArguments(['https://h.ml/portail/', '--base-older', 'https://autre.ml/v1'])
    const told = asked ? basesAsked(asked).join('\n') : ''
    for (const base of ['https://h.ml/portail/', 'https://h.ml/1920/v3/', 'https://autre.ml/v1/'])
      expect(told).toContain(`  ${base}`)
  })

  test('may each be named, as the build takes them', () => {
    const named = bases('https://h.ml', '--base-older', '/vieux', '--base-status-older-phone', 'https://autre.ml/v1')
    expect(named).toMatchObject({ older: '/vieux/', statusOlderMatricule: '/vieux/' })
    expect(named?.statusOlderPhone).toBe('https://autre.ml/v1/')
    expect(() => bases('https://h.ml', '--base-receipt', 'http://h.ml/')).toThrow('VITE_API_RECEIPT')
  })
})

const place = { anneeBac: '2026', numPlace: '1001', serie: 'TSE', ae: 'BKORD' }
const student = { ...place, phone: '70000001', tuteur: 'NINA', numAttest: '123456' }
const { anneeBac: _, ...rest } = student
const reduced = { ...rest, reading: 'reduced', matricule: 'BKO2026T001', nom: 'DIARRA', prenom: 'Aminata' }

test('the student who does not exist is another one in each run, or the second would meet 429', () => {
  const portal = { bases: readSettings({}).bases, origin: 'https://h.ml' }
  const [one, other] = [new Caller(portal).stranger, new Caller(portal).stranger]
  expect([one.matricule, one.phone]).toEqual([
    expect.stringMatching(/^ZZZ\d{4}Z\d{3}$/),
    expect.stringMatching(/^0\d{7}$/),
  ])
  expect([other.matricule === one.matricule, other.phone === one.phone]).toEqual([false, false])
})

describe('the file of a student', () => {
  test('needs what the student types and chooses', () => {
    expect(readStudent(JSON.stringify(student))).toEqual({ ...student, reading: 'complete', nina: '' })
    expect(readStudent(JSON.stringify({ ...reduced, dateNaiss: '2007-05-04' })).reading).toBe('reduced')
  })

  test.each([
    ['{', 'is no JSON'],
    [{ ...student, telephone: '70000001' }, 'telephone'],
    [rest, 'needs anneeBac'],
    [reduced, 'needs dateNaiss'],
    [{ ...student, phone: '+223 70 00 00 01' }, 'phone'],
    [{ ...student, otherPhone: '7' }, 'otherPhone'],
    [{ ...student, code: '12345' }, 'code'],
    [{ ...student, older: { matricule: 'BKO2018T001' } }, 'older.phone'],
    [{ ...reduced, dateNaiss: '04/05/2007' }, 'dateNaiss'],
  ])('%j is sent back with what to edit: %s', (file, sentence) => {
    expect(() => readStudent(typeof file === 'string' ? file : JSON.stringify(file))).toThrow(sentence)
  })
})

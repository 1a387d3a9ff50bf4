import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { BodyOf, ReplyOf } from '../../../../src/core/api/endpoints.ts'
import * as s from '../../../../src/core/api/schemas.ts'
import type { DocumentType } from '../../../../src/spec/documents.ts'
import { remarks } from '../../../../src/spec/remarks.ts'

const complete = {
  anneeBac: '2025',
  matricule: 'ML202600042',
  prenom: 'Awa',
  nom: 'Traoré',
  phone: '76123456',
  tuteur: 'CNI',
  nina: '',
  numAttest: '12',
  numPlace: '345',
  serie: 'TSE',
  ae: 'BKO',
}
const { anneeBac: _year, nina: _nina, serie: _serie, ae: _ae, ...shared } = complete
const reduced = { ...shared, dateNaiss: '2007-05-04' }
const code = { matricule: 'ML202600042', otp: '1234' }
const document = { matricule: 'ML202600042', type: 'attest', image: '/9j/' }
const receipt = { otp: '1234', matricule: 'ML202600042', num_place: '345', serie: 'TSE', ae: 'BKO' }

describe('what the portal sends is strict', () => {
  const good: [string, v.GenericSchema<unknown, unknown>, Record<string, unknown>][] = [
    ['an empty body', s.nothing, {}],
    ['a lookup', s.lookupBody, { anneeBac: '2025', numPlace: '345', serie: 'TSE', ae: 'BKO' }],
    ['an enrolment of reading A', s.enrolmentBody, complete],
    ['an enrolment of reading B', s.enrolmentBody, reduced],
    ['a code', s.codeBody, code],
    ['a matricule', s.matriculeBody, { matricule: 'ML202600042' }],
    ['a phone number', s.phoneBody, { phone: '76123456' }],
    ['a document', s.documentBody, document],
    ['a corrected document', s.replacementBody, { matricule: 'ML202600042', image: '/9j/' }],
    ['a request for a receipt', s.receiptBody, receipt],
  ]
  test.each(good)('%s has exactly its fields', (_, schema, body) => {
    expect(v.parse(schema, body)).toEqual(body)
    expect(v.is(schema, { ...body, extra: 'x' })).toBe(false)
    for (const name of Object.keys(body)) {
      const { [name]: _gone, ...less } = body
      expect(v.is(schema, less), `without ${name}`).toBe(false)
      expect(v.is(schema, { ...body, [name]: 1 }), `${name} as a number`).toBe(false)
      const mayBeEmpty = name === 'nina' || (body === complete && (name === 'prenom' || name === 'nom'))
      expect(v.is(schema, { ...body, [name]: '' }), `an empty ${name}`).toBe(mayBeEmpty)
    }
  })

  test('a photo may say what its student was told of it, in single words', () => {
    const correction = { matricule: 'ML202600042', image: '/9j/' }
    for (const [schema, body] of [
      [s.documentBody, document],
      [s.replacementBody, correction],
    ] as const) {
      expect(v.is(schema, { ...body, remarques: [...remarks] })).toBe(true)
      expect(v.is(schema, { ...body, remarques: ['of a later build'] })).toBe(false)
      expect(v.is(schema, { ...body, remarques: ['deUnAutre'] })).toBe(true)
    }
  })

  test.each([
    ['a document of no type', s.documentBody, { ...document, type: 'selfie' }],
    ['a date of birth in French', s.enrolmentBody, { ...reduced, dateNaiss: '04/05/2007' }],
    ['a student who types without any name', s.enrolmentBody, { ...reduced, prenom: '' }],
    ['a mixture of both readings', s.enrolmentBody, { ...complete, dateNaiss: '2007-05-04' }],
  ])('%s does not leave', (_, schema, body) => expect(v.is(schema, body)).toBe(false))

  test('a wrong body does not even compile', () => {
    expectTypeOf<BodyOf<'confirmCode'>>().toEqualTypeOf<{ matricule: string; otp: string }>()
    expectTypeOf<BodyOf<'uploadDocument'>>().toEqualTypeOf<{
      matricule: string
      type: DocumentType
      image: string
      remarques?: string[]
    }>()
    expectTypeOf<BodyOf<'status/1920/phone'>>().toEqualTypeOf<{ phone: string }>()
    expectTypeOf<BodyOf<'status/1920/matricule'>>().toEqualTypeOf<{ matricule: string }>()
    expectTypeOf<ReplyOf<'series'>>().toEqualTypeOf<s.Choice[]>()
    expectTypeOf<ReplyOf<'currentBac'>>().toEqualTypeOf<string>()
    expectTypeOf<ReplyOf<'enrol'>>().toEqualTypeOf<s.Outcome>()
  })
})

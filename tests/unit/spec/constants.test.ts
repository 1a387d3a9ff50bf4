import { expect, test } from 'vitest'
import {
  acceptedExtensions,
  documents,
  documentsOf,
  documentTypes,
  maxUploadBytes,
  validatedFlag,
} from '../../../src/spec/documents.ts'
import { matriculeLength, newCodeAfterSeconds, ninaLength, otpDigits, phoneDigits } from '../../../src/spec/limits.ts'

test('reading A asks for five documents, reading B for the same without the profile photo', () => {
  expect(documentTypes).toEqual(['actenaiss', 'carteid', 'simcard', 'attest', 'photobuste'])
  expect(documentsOf('complete')).toEqual(documentTypes)
  expect(documentsOf('reduced')).toEqual(documentTypes.filter(document => document !== 'photobuste'))
})

test('each of them has its flag of the status answer, and is asked for where an answer says nothing of it', () => {
  expect(documents).toMatchObject({
    actenaiss: { flag: 'actNaissV', asksWithoutFlag: true },
    carteid: { flag: 'pieceIdV', asksWithoutFlag: true },
    simcard: { flag: 'simCardV', asksWithoutFlag: true },
    attest: { flag: 'attestBacV', asksWithoutFlag: true },
    photobuste: { flag: 'photoBusteV', asksWithoutFlag: true },
  })
  expect(validatedFlag).toBe('2')
})

test('a file may have 5120 KB and be a JPEG or a PNG', () => {
  expect(maxUploadBytes).toBe(5_242_880)
  expect(acceptedExtensions.split(',')).toEqual(['.jpg', '.jpeg', '.png'])
})

test('the lengths of section 9 hold', () => {
  expect([phoneDigits, otpDigits, newCodeAfterSeconds]).toEqual([8, 4, 60])
  expect(ninaLength).toEqual({ min: 11, max: 15 })
  expect(matriculeLength).toEqual({ wizard: 11, statusMin: 11, statusMax: 12, receiptMax: 11 })
})

import { describe, expect, onTestFinished, test } from 'vitest'
import {
  documentStates,
  firstSentence,
  matriculeFault,
  phoneFault,
  statusEndpoint,
  statusFault,
} from '../../../../src/features/status/status.rule.ts'
import { bothMessage, neitherMessage } from '../../../../src/features/status/text.ts'
import { type DocumentRow, documents } from '../../../../src/spec/documents.ts'
import { invalidMessage } from '../../../../src/spec/text.ts'

const format = 'Le format est invalide.'

test('the three sentences are those of section 5', () => {
  expect([invalidMessage, bothMessage, neitherMessage]).toEqual([
    format,
    'Les deux champs ne sont pas autorisés ensemble.',
    "Renseigner l'un des deux champs svp!!!",
  ])
})

describe('a student who asks for the state of a file', () => {
  test.each([
    ['76123456', undefined],
    ['7612345', format],
    ['761234567', format],
    ['7612345a', format],
    ['76 12345', format],
    ['+7612345', format],
  ])('with the phone number "%s" is told %s', (phone, message) => {
    expect(phoneFault(phone)).toBe(message)
    expect(statusFault({ phone, matricule: '' })).toBe(message)
  })

  test.each([
    ['ML202600042', undefined],
    ['ML2026000421', undefined],
    ['ML20260004', format],
    ['ML20260004212', format],
    ['ml202600042', format],
    ['ML-20260004', format],
    ['ML 20260004', format],
  ])('with the matricule "%s" is told %s', (matricule, message) => {
    expect(matriculeFault(matricule)).toBe(message)
    expect(statusFault({ phone: '', matricule })).toBe(message)
  })

  test('with both is told that they do not go together, whatever they are', () => {
    expect(statusFault({ phone: '76123456', matricule: 'ML202600042' })).toBe(bothMessage)
    expect(statusFault({ phone: '1', matricule: '1' })).toBe(bothMessage)
  })

  test('with neither is asked for one', () => expect(statusFault({ phone: '', matricule: '' })).toBe(neitherMessage))
})

test.each(['2021', '1920', 'anciens'] as const)('the year %s chooses the base, the filled field the call', year => {
  expect(statusEndpoint(year, { phone: '76123456', matricule: '' })).toBe(`status/${year}/phone`)
  expect(statusEndpoint(year, { phone: '', matricule: 'ML202600042' })).toBe(`status/${year}/matricule`)
})

describe('what an answer tells of the documents', () => {
  const words = (file: object, variant: 'complete' | 'reduced' = 'complete') =>
    documentStates(file, variant).map(({ document, validated }) => `${document} ${validated}`)

  test('each of them, validated by "2" alone, as soon as one flag is given', () => {
    expect(words({ actNaissV: '2', pieceIdV: '1', simCardV: '', attestBacV: '0' })).toEqual([
      'actenaiss true',
      'carteid false',
      'simcard false',
      'attest false',
      'photobuste false',
    ])
  })

  test('none where no flag is given, also in what an earlier version kept', () => {
    expect(words({})).toEqual([])
    expect(words({ actNaissV: '', pieceIdV: '' })).toEqual([])
  })

  test('not one that is asked for by a flag alone, as long as there is none', () => {
    const row: DocumentRow = documents.attest
    row.asksWithoutFlag = false
    onTestFinished(() => void Object.assign(row, { asksWithoutFlag: true }))
    expect(words({ actNaissV: '2' })).toEqual(['actenaiss true', 'carteid false', 'simcard false', 'photobuste false'])
    expect(words({ actNaissV: '2', attestBacV: '0' })).toContain('attest false')
    expect(words({ attestBacV: '2' })).toContain('attest true')
  })

  test('one that the reading never asks for only where it is wanted', () => {
    const all = { actNaissV: '2', pieceIdV: '2', simCardV: '2', attestBacV: '2' }
    expect(words({ ...all, photoBusteV: '2' }, 'reduced')).toHaveLength(4)
    expect(words({ ...all, photoBusteV: '0' }, 'reduced')).toHaveLength(5)
  })
})

test.each([
  ['Dossier incomplet. Document refusé : photo floue.', 'Dossier incomplet.'],
  ['En cours', 'En cours'],
  ['Version 2.1 reçue ! Merci.', 'Version 2.1 reçue !'],
])('of "%s" a title says "%s"', (words, title) => expect(firstSentence(words)).toBe(title))

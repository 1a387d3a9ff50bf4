import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as s from '../../../../src/core/api/schemas.ts'

const read = (schema: v.GenericSchema<unknown, unknown>, json: unknown) => {
  const result = v.safeParse(schema, json)
  return result.success ? result.output : 'a fault'
}

describe('the answer of a saving call', () => {
  test.each([
    ['a number and a message', { status: 1, msg: 'Merci' }, { status: 1, msg: 'Merci' }],
    ['a numeric text is its number', { status: '1', msg: '' }, { status: 1, msg: '' }],
    ['a negative numeric text, between blanks', { status: ' -1 ' }, { status: -1, msg: '' }],
    ['no message', { status: 0 }, { status: 0, msg: '' }],
    ['a message of null', { status: 0, msg: null }, { status: 0, msg: '' }],
    ['a message that is no text', { status: 0, msg: { fr: 'Non' } }, { status: 0, msg: '' }],
    ['a message of blanks', { status: 0, msg: ' \n\u00a0' }, { status: 0, msg: '' }],
    ['fields that nobody knows are dropped', { status: 1, msg: 'a', admin: true }, { status: 1, msg: 'a' }],
    ['markup, which stays the text that it is', { status: 0, msg: '<b>Non</b>' }, { status: 0, msg: '<b>Non</b>' }],
  ])('%s', (_, json, reply) => expect(read(s.outcome, json)).toEqual(reply))

  test.each([
    ['nothing promised', {}],
    ['a status of null', { status: null, msg: 'x' }],
    ['a status of true', { status: true }],
    ['a broken number', { status: 1.5 }],
    ['a broken numeric text', { status: '1.0' }],
    ['an empty text', { status: '' }],
    ['a word', { status: 'ok' }],
    ['a number of sixteens', { status: '0x1' }],
    ['a list', [{ status: 1, msg: '' }]],
    ['null', null],
    ['a number', 1],
    ['a text', '{"status":1}'],
    ['a status from the prototype', JSON.parse('{"__proto__":{"status":1,"msg":"x"}}')],
    ['a status that lies deeper', { resultat: { status: 1 } }],
    ['a status in a list', { status: [1] }],
  ])('%s is a fault, never a result', (_, json) => expect(read(s.outcome, json)).toBe('a fault'))
})

describe('a reference list', () => {
  const tse = { code: 'TSE', libelle: 'Sciences exactes' }
  const tll = { code: 'TLL', libelle: 'TLL' }
  test.each([
    ['objects', [tse], [tse]],
    ['texts', ['TSE', 'TLL'], [{ code: 'TSE', libelle: 'TSE' }, tll]],
    ['numbers, as years come', [2025], [{ code: '2025', libelle: '2025' }]],
    ['all of them mixed', [tse, 'TLL', 2025], [tse, tll, { code: '2025', libelle: '2025' }]],
    ['a code without a label', [{ code: 'TSE' }], [{ code: 'TSE', libelle: 'TSE' }]],
    ['a label of null', [{ code: 'TSE', libelle: null }], [{ code: 'TSE', libelle: 'TSE' }]],
    ['a code that is a number', [{ code: 7, libelle: 'Sept' }], [{ code: '7', libelle: 'Sept' }]],
    ['more fields', [{ ...tse, id: 3 }], [tse]],
    ['more than choices', [null, tse, [1, 2], { libelle: 'Sciences' }, true, { code: {} }, 'TLL'], [tse, tll]],
    ['blanks among them', ['', tse, { code: ' ', libelle: 'Blanc' }], [tse]],
    ['one code twice', [tse, { code: 'TSE', libelle: 'Encore' }, 'TSE', 'TLL'], [tse, tll]],
  ])('of %s is a list of choices', (_, list, choices) => {
    expect(read(s.listReply, { Resultat: [list] })).toEqual(choices)
    expect(read(s.listReply, { status: 1, Resultat: [list, { page: 1 }] })).toEqual(choices)
  })

  test.each([
    ['no list', { Resultat: [] }],
    ['null for a list', { Resultat: [null] }],
    ['a list that is not nested', { Resultat: [tse] }],
    ['another name', { resultat: [[tse]] }],
    ['an object for a list', { Resultat: { 0: [tse] } }],
    ['a choice of null', { Resultat: [[null]] }],
    ['a choice in a list', { Resultat: [[['TSE']]] }],
    ['a choice without a code', { Resultat: [[{ libelle: 'Sciences' }]] }],
    ['an empty list, from which nothing can be chosen', { Resultat: [[]] }],
    ['a bare list', [[tse]]],
    ['null', null],
  ])('%s is a fault', (_, json) => expect(read(s.listReply, json)).toBe('a fault'))
})

describe('the years that the home page shows', () => {
  test.each([
    ['a text', '2025', '2025'],
    ['a number', 2025, '2025'],
    ['null: the button stays without a year', null, ''],
  ])('%s', (_, label, shown) => {
    expect(read(s.btnInfoReply, { btnInfo: label })).toBe(shown)
    expect(read(s.newBacReply, { newBac: label })).toBe(shown)
  })
  test.each([[null], ['2025'], [2025]])('%j is a fault', json => expect(read(s.btnInfoReply, json)).toBe('a fault'))
})

describe('the chrono', () => {
  const dateHeure = '2026-12-31 23:59:59'
  const target = Date.UTC(2026, 11, 31, 23, 59, 59)
  test.each([
    ['as promised', { statut: 1, resultat: { message: 'Fin', dateHeure } }, { statut: 1, message: 'Fin', target }],
    ['with a numeric text', { statut: '2', resultat: { dateHeure } }, { statut: 2, message: '', target }],
    ['closed, without a date', { statut: 0, resultat: { message: 'x' } }, { statut: 0, message: 'x' }],
    ['closed, without anything', { statut: 0 }, { statut: 0, message: '' }],
    ['closed, with null', { statut: 0, resultat: null }, { statut: 0, message: '' }],
    ['unknown, without a date', { statut: 7, resultat: {} }, { statut: 7, message: '' }],
  ])('%s is read', (_, json, chrono) => expect(read(s.chronoReply, json)).toEqual({ target: undefined, ...chrono }))

  test.each([
    ['open with an unreadable date', { statut: 1, resultat: { message: 'Fin', dateHeure: 'demain' } }],
    ['open with 30 February', { statut: 1, resultat: { message: 'Fin', dateHeure: '2026-02-30 12:00:00' } }],
    ['open without a date', { statut: 1, resultat: { message: 'Fin' } }],
    ['coming without a date', { statut: 2 }],
    ['open with a date that is a number', { statut: 1, resultat: { dateHeure: target } }],
    ['open with a list for its result', { statut: 1, resultat: [{ dateHeure }] }],
    ['without a statut', { resultat: { dateHeure } }],
    ['null', null],
    ['a list', []],
  ])('%s is a fault', (_, json) => expect(read(s.chronoReply, json)).toBe('a fault'))
})

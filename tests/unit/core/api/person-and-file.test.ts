import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as s from '../../../../src/core/api/schemas.ts'
import { documents, documentTypes } from '../../../../src/spec/documents.ts'

const read = (schema: v.GenericSchema<unknown, unknown>, json: unknown) => {
  const result = v.safeParse(schema, json)
  return result.success ? result.output : 'a fault'
}

describe('the lookup of a student', () => {
  const awa = { matricule: 'ML202600042', nom: 'Traoré', prenom: 'Awa' }
  const found = (names: object) => ({ status: 1, msg: '', resultat: { ...awa, ...names } })
  test.each([
    ['found', { status: 1, msg: 'Trouvé', resultat: awa }, { status: 1, msg: 'Trouvé', resultat: awa }],
    ['found, by a numeric text', { status: '1', resultat: awa }, found({})],
    ['found, with more than was asked', { status: 1, resultat: { ...awa, ae: 'BKO' } }, found({})],
    ['with one name and null', { status: 1, resultat: { ...awa, prenom: null } }, found({ prenom: '' })],
    ['with one name and nothing', { status: 1, resultat: { ...awa, nom: '' } }, found({ nom: '' })],
    ['with one name and a blank', { status: 1, resultat: { ...awa, nom: ' \u00a0' } }, found({ nom: '' })],
    ['with half a name', { status: 1, resultat: { matricule: awa.matricule, nom: awa.nom } }, found({ prenom: '' })],
    ['without a name', { status: 1, resultat: { ...awa, nom: null, prenom: '' } }, found({ nom: '', prenom: '' })],
    ['with a number for a name', { status: 1, resultat: { ...awa, nom: 7 } }, found({ nom: '7' })],
    ['with blanks around', { status: 1, resultat: { ...awa, nom: ' Traoré ' } }, found({})],
    ['not found', { status: 0, msg: 'Introuvable' }, { status: 0, msg: 'Introuvable' }],
    ['not found, with null', { status: 0, msg: 'Non', resultat: null }, { status: 0, msg: 'Non' }],
    ['not found, with an empty list', { status: 0, msg: 'Non', resultat: [] }, { status: 0, msg: 'Non' }],
  ])('%s', (_, json, reply) => expect(read(s.matriculeReply, json)).toEqual(reply))

  test.each([
    ['without a person', { status: 1, msg: 'Trouvé' }],
    ['with null', { status: 1, resultat: null }],
    ['with names alone', { status: 1, resultat: { nom: 'Traoré', prenom: 'Awa' } }],
    ['with a list', { status: 1, resultat: [awa] }],
    ['with a number for a matricule', { status: 1, resultat: { ...awa, matricule: 42 } }],
    ['with nested names', { status: 1, resultat: { ...awa, nom: { fr: 'Traoré' } } }],
    ['with an empty matricule', { status: 1, resultat: { ...awa, matricule: ' ' } }],
  ])('status 1 %s is a fault: nobody may be enrolled by it', (_, json) => {
    expect(read(s.matriculeReply, json)).toBe('a fault')
  })
})

describe('the state of a student’s file', () => {
  const none = Object.fromEntries(documentTypes.map(type => [documents[type].flag, '']))
  const flags = { ...none, actNaissV: '2', pieceIdV: '0', simCardV: '1', attestBacV: '2', photoBusteV: '2' }
  const noneYet = { actNaissV: null, pieceIdV: null, simCardV: '', attestBacV: null, photoBusteV: null }
  const [said, matricule] = [{ status: 0, msg: 'À corriger' }, 'ML202600042']
  const file = { ...said, matricule, ...flags }
  test.each([
    ['its flags stand beside the status', file, file],
    ['its flags lie in the result', { ...said, resultat: { matricule, ...flags } }, file],
    ['a result holds nothing of it', { ...file, resultat: { nom: 'Traoré' } }, file],
    ['the result is null', { ...file, resultat: null }, file],
    ['the result is a list', { ...file, resultat: [] }, file],
    ['its flags are numbers', { ...file, actNaissV: 2, pieceIdV: 0 }, file],
    ['only some flags are there', { ...said, pieceIdV: '0' }, { ...said, matricule: '', ...none, pieceIdV: '0' }],
    ['a flag is null', { ...file, pieceIdV: null }, { ...file, pieceIdV: '' }],
    ['none of its documents has arrived', { ...file, ...noneYet }, { ...file, ...none }],
    ['none has arrived, in the result', { ...said, resultat: { matricule, ...noneYet } }, { ...file, ...none }],
    ['a flag is nested', { ...file, pieceIdV: { v: '2' } }, { ...file, pieceIdV: '' }],
    ['there is no file', { status: -1, msg: 'Inconnu' }, { status: -1, msg: 'Inconnu', matricule: '', ...none }],
  ])('is read when %s', (_, json, reply) => expect(read(s.fileReply, json)).toEqual(reply))

  test('the status of the answer wins over one in the result', () => {
    const own = { status: 0, msg: 'dehors' }
    expect(read(s.fileReply, { ...own, resultat: { status: 2, msg: 'dedans' } })).toMatchObject(own)
  })

  test.each([
    ['it has no status', { ...file, status: undefined }],
    ['it is a list', [file]],
    ['it is null', null],
    ['it is a text', 'ok'],
    ['its flags come from the prototype and nothing else does', JSON.parse('{"__proto__":{"status":1}}')],
    ['its status hides in a prototype of the result', JSON.parse('{"resultat":{"__proto__":{"status":1}}}')],
  ])('is a fault when %s', (_, json) => expect(read(s.fileReply, json)).toBe('a fault'))

  test('an answer a thousand levels deep is read or refused, and never brings the portal down', () => {
    const deep = JSON.parse(`{"status":1,"resultat":${'{"resultat":'.repeat(1000)}1${'}'.repeat(1001)}`)
    expect(read(s.fileReply, deep)).toMatchObject({ status: 1 })
    expect(read(s.listReply, { Resultat: JSON.parse('['.repeat(1000) + ']'.repeat(1000)) })).toBe('a fault')
  })

  test('nothing that an answer holds reaches the prototype of other objects', () => {
    read(s.fileReply, JSON.parse('{"status":1,"resultat":{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}}'))
    expect('polluted' in {}).toBe(false)
  })
})

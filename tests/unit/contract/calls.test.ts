import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { allCalls, contract } from '../../../contract/calls.ts'
import { calls } from '../../../provider/src/web/calls/all.ts'
import { endpoints } from '../../../src/core/api/endpoints.ts'
import { documentTypes } from '../../../src/spec/documents.ts'

/** The contract, the portal's table, the stand-in and docs/contract.md name the same calls. */

const page = readFileSync(join(import.meta.dirname, '../../../docs/contract.md'), 'utf8')
const rows = [...page.matchAll(/^\| `(etudiant\/[^`]+)`[^|]*\| ([^|]+) \|/gm)].map(([, path = '', body = '']) => ({
  path,
  body,
}))
const pathsOfPage = rows.flatMap(({ path }) =>
  path.endsWith('{type}') ? documentTypes.map(type => path.replace('{type}', type)) : [path],
)
const paths = [...new Set(allCalls.map(call => endpoints[call].path))].sort()

test('every call stands in the page, in the stand-in and in the contract', () => {
  expect(paths.length).toBeGreaterThan(20)
  expect([...pathsOfPage].sort()).toEqual(paths)
  expect(calls.map(({ path }) => path).sort()).toEqual(paths)
  expect(Object.keys(contract).sort()).toEqual([...allCalls].sort())
})

test('the page names the fields that a call takes', () => {
  const named = rows.filter(({ body }) => /^`\w/.test(body))
  expect(named.length).toBe(10)
  for (const { path, body } of named) {
    const call = allCalls.find(one => endpoints[one].path === path.replace('{type}', documentTypes[0] ?? ''))
    const sent = Object.values(call ? contract[call].sent : {})[0]
    expect(Object.keys(sent ?? {}).sort(), path).toEqual(body.replaceAll('`', '').split(', ').sort())
  }
})

describe.each(allCalls)('%s', call => {
  const { takes, gives, sent, answered } = contract[call]

  test('sends what the contract takes, by both readings of it', () => {
    expect(Object.keys(sent)).not.toEqual([])
    for (const [name, body] of Object.entries(sent)) {
      expect(v.safeParse(takes, body).issues, name).toBeUndefined()
      expect(v.safeParse(endpoints[call].takes, body).issues, name).toBeUndefined()
      expect(v.is(takes, { ...(body as object), more: 1 }), `${name} with a field of nobody's`).toBe(false)
    }
  })

  test('is answered as the contract says, and the portal reads it', () => {
    expect(Object.keys(answered)).not.toEqual([])
    for (const [name, answer] of Object.entries(answered)) {
      expect(v.safeParse(gives, answer).issues, name).toBeUndefined()
      expect(v.safeParse(endpoints[call].gives, answer).issues, name).toBeUndefined()
      expect(v.is(gives, JSON.parse(JSON.stringify(answer).replace(/:(-?\d)([,}])/, ':"$1"$2'))), name).toBe(
        !/:-?\d[,}]/.test(JSON.stringify(answer)),
      )
    }
  })

  test.each([
    ['nothing', {}],
    ['a page', '<html>'],
    ['a list', []],
    ['null', null],
  ])('is not answered by %s', (_, answer) => expect(v.is(gives, answer)).toBe(false))
})

const file = { status: 1, msg: 'x', matricule: 'BKO2026T001' }
const small = { matricule: 'bko2026t001', nom: 'x', prenom: 'x' }
const flags = { actNaissV: '1', pieceIdV: '1', simCardV: '1', attestBacV: '1', photoBusteV: '2' }

/** What the portal reads all the same: the contract must be able to name it. */
test.each([
  ['a status in words of digits', 'enrol', { status: '1', msg: 'x' }],
  ['no words', 'enrol', { status: 1 }],
  ['empty words', 'confirmCode', { status: 0, msg: ' ' }],
  ['flags that are nested', 'fileByMatricule', { ...file, resultat: flags }],
  ['flags that are numbers', 'fileByPhone', { ...file, ...flags, pieceIdV: 2 }],
  ['no flags', 'status/2021/phone', file],
  ['a code without its label', 'series', { Resultat: [[{ code: 'TSE' }]] }],
  ['a number as a choice', 'bacYears', { Resultat: [[2026]] }],
  ['a group of years that no base answers', 'statusYears', { Resultat: [[{ code: '2022', libelle: 'x' }]] }],
  ['a date without its time', 'chrono', { statut: 1, resultat: { message: 'x', dateHeure: '2026-12-31' } }],
  ['another statut', 'chrono', { statut: 7 }],
  ['a matricule in small letters', 'lookup', { status: 1, msg: 'x', resultat: small }],
] as const)('%s is read and no contract', (_, call, answer) => {
  expect(v.safeParse(endpoints[call].gives, answer).issues).toBeUndefined()
  expect(v.is(contract[call].gives, answer)).toBe(false)
})

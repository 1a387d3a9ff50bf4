import { describe, expect, test } from 'vitest'
import { isFile } from '../../../src/features/reclamation/file.rule.ts'
import { describeFile } from '../../../src/features/status/text.ts'
import { fileStatusOf } from '../../../src/spec/file-status.ts'

describe('the answer', () => {
  test.each([
    [-1, 'danger', false],
    [0, 'danger', true],
    [1, 'warning', false],
    [2, 'success', false],
    [3, 'danger', false],
    [4, 'danger', false],
    [99, 'danger', false],
  ])('%i is shown as %s, with a link to the documents: %s', (status, tone, corrects) => {
    const { offers, ...shown } = fileStatusOf(status)
    expect(shown.tone).toBe(tone)
    expect(offers === 'correction').toBe(corrects)
  })
})

const silent = { msg: '', matricule: '', actNaissV: '', pieceIdV: '', simCardV: '', attestBacV: '', photoBusteV: '' }

test.each([
  [-1, false],
  [0, true],
  [1, true],
  [2, true],
  [3, false],
  [4, true],
  [99, true],
])('code %i is about a file on the status page and where it is corrected: %s', (status, found) => {
  expect(fileStatusOf(status).found).toBe(found)
  expect(isFile({ ...silent, status }, true)).toBe(found)
})

test.each([
  [-1, /^Vérifiez l'année et le numéro ci-dessous/],
  [0, /^Reprenez seulement les documents demandés/],
  [1, /^Vous n'avez rien à faire pour le moment/],
  [2, /^Il ne reste qu'à télécharger votre récépissé/],
  [3, /^Corrigez les informations ci-dessous/],
  [8, /^Réessayez plus tard, ou demandez de l'aide/],
])('code %i says what to do next, after the words of the provider', (status, next) => {
  expect(describeFile({ status, msg: 'Réponse.' })).toEqual({ state: 'Réponse.', next: expect.stringMatching(next) })
  expect(describeFile({ status, msg: '' }).state).toMatch(/^\p{Lu}.+\.$/u)
})

import { expect, test } from 'vitest'
import { nextOf, wordsOf } from '../../../../src/features/status/text.ts'

test.each([
  [-1, /^Vérifiez l'année et le numéro ci-dessous/],
  [0, /^Reprenez seulement les documents demandés/],
  [1, /^Vous n'avez rien à faire pour le moment/],
  [2, /^Il ne reste qu'à télécharger votre récépissé/],
  [3, /^Corrigez les informations ci-dessous/],
  [8, /^Réessayez plus tard, ou demandez de l'aide/],
])('code %i says what to do next', (status, next) => {
  expect(nextOf({ status, msg: 'Réponse.' })).toMatch(next)
  expect(wordsOf({ status, msg: 'Réponse.' }), 'after the words of the provider').toBe('Réponse.')
})

test('of a file of which the provider says nothing, each code has a sentence of its own', () => {
  const said = [-1, 0, 1, 2, 3, 8].map(status => wordsOf({ status, msg: '' }))
  for (const words of said) expect(words).toMatch(/^\p{Lu}.+\.$/u)
  expect(new Set(said).size).toBe(said.length)
})

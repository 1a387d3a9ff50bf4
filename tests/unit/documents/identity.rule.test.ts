import { expect, test } from 'vitest'
import { identityKind } from '../../../src/documents/documents.rule.ts'

test.each([
  ['NINA', 'card'],
  ['Carte biométrique', 'card'],
  ['BIOMETRIQUE', 'card'],
  ['PASSEPORT', 'passport'],
  ['Passeport', 'passport'],
  ['FICHE', 'sheet'],
  ['Fiche descriptive individuelle (moins de 18 ans)', 'sheet'],
  ['PARENT', 'parent'],
  ["Pièce d'identité d'un parent (carte SIM à son nom)", 'parent'],
  ['Carte NINA du père', 'parent'],
  ['7', undefined],
  ['', undefined],
])('the document that is called "%s" is a %s', (words, kind) => expect(identityKind(words)).toBe(kind))

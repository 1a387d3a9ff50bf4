import { expect, test } from 'vitest'
import { documentText, noMatriculeMessage } from '../../../src/documents/text.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { tooLargeMessage } from '../../../src/spec/text.ts'

test.each([
  ['actenaiss', "Photo de l'acte de naissance"],
  ['carteid', "Photo de la carte d'identité"],
  ['simcard', 'Photo de la carte sim'],
  ['attest', "Photo de l'attestation"],
  ['photobuste', 'Photo buste'],
] as const)('%s is said to be kept or not in the words of section 8', (document, photo) => {
  expect(documentText[document].notSaved).toBe(`${photo} non enregistrée.`)
  expect(documentText[document].saved).toBe(`${photo} enregistrée avec succès.`)
})

test('every document has its own title', () => {
  expect(new Set(documentTypes.map(type => documentText[type].title)).size).toBe(documentTypes.length)
})

test('the size and the missing matricule are told in the words of section 5', () => {
  expect(tooLargeMessage).toBe('Fichier selectionné trop volumineux. Au plus 5Mo')
  expect(noMatriculeMessage).toBe("Renseigner correctement le champ matricule à l'étape 1.")
})

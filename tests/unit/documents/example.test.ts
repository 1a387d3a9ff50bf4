import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { IdentityKind } from '../../../src/documents/documents.rule.ts'
import { Example } from '../../../src/documents/ui/row-panel.tsx'
import type { DocumentType } from '../../../src/spec/documents.ts'

/** What stands there before the photo is taken, without its markup. */
const shown = (document: DocumentType, identity: IdentityKind | undefined) =>
  renderToStaticMarkup(createElement(Example, { document, identity })).replaceAll('&#x27;', "'")

const own = 'Elle porte votre nom, ou le nom du parent à qui est la carte SIM.'
const asSheet = 'Elle porte votre nom, comme la fiche de la carte SIM.'
const ofParent = 'Elle porte le nom du parent à qui est la carte SIM.'

describe('who has chosen an identity document is told what of it must be seen, and whose name it bears', () => {
  test.each<[IdentityKind | undefined, string, string]>([
    ['card', 'Le recto : le côté de la photo', own],
    ['passport', 'La page avec la photo, entière', own],
    ['sheet', 'Fiche descriptive individuelle (moins de 18 ans)', asSheet],
    ['parent', 'La pièce du parent, côté de la photo', ofParent],
    [undefined, 'Le recto : le côté de la photo', own],
  ])('%s: %s', (identity, need, name) => {
    expect(shown('carteid', identity)).toContain(need)
    expect(shown('carteid', identity)).toContain(name)
  })

  test('which is the same name as on the sheet of the SIM card', () => {
    expect(shown('simcard', 'parent')).toContain("Elle porte le nom du parent, comme sur sa pièce d'identité.")
    expect(shown('simcard', 'card')).toContain("vous, ou l'un de vos parents.")
    expect(shown('attest', 'parent')).toContain('Elle porte votre nom.')
  })
})

import { describe, expect, test } from 'vitest'
import { type Finding, type FindingName, markOf, placeOf, remarksOf } from '../../../../src/documents/image/finding.ts'
import { adviceOn } from '../../../../src/documents/image/text.ts'
import { documentText } from '../../../../src/documents/text.ts'
import { documentTypes } from '../../../../src/spec/documents.ts'
import { remarks } from '../../../../src/spec/remarks.ts'

/** A spot of a tenth of the picture around that point. */
const at = (x: number, y: number) => ({ x: x - 0.05, y: y - 0.05, width: 0.1, height: 0.1 })
const all: readonly FindingName[] = [
  ...(['otherThing', 'noFace', 'two', 'sameAs', 'cut', 'finger', 'moved', 'blurred', 'tooDark', 'backlit'] as const),
  ...(['glare', 'shadow', 'tooSmall', 'tooLong', 'noisy', 'folded', 'notChecked', 'received'] as const),
]
const said = (finding: Finding, document: keyof typeof documentText = 'actenaiss') =>
  adviceOn(finding, documentText[document].named, document === 'photobuste')

describe('what is wrong with a photo', () => {
  test.each<[Finding, string]>([
    [{ is: 'cut', side: 'left' }, 'Le bord gauche du document est hors de la photo.'],
    [{ is: 'cut', side: 'right' }, 'Le bord droit du document est hors de la photo.'],
    [{ is: 'cut', side: 'top' }, 'Le haut du document est hors de la photo.'],
    [{ is: 'cut', side: 'bottom' }, 'Le bas du document est hors de la photo.'],
    [{ is: 'finger', spot: at(0.2, 0.9) }, 'Un doigt cache du texte en bas à gauche.'],
    [{ is: 'finger', spot: at(0.5, 0.1) }, 'Un doigt cache du texte en haut.'],
    [{ is: 'finger', spot: at(0.9, 0.5) }, 'Un doigt cache du texte à droite.'],
    [{ is: 'finger', spot: at(0.5, 0.5) }, 'Un doigt cache du texte au milieu.'],
    [{ is: 'finger' }, 'Un doigt cache du texte.'],
    [{ is: 'moved' }, 'La photo a bougé.'],
    [{ is: 'glare', spot: at(0.5, 0.5) }, 'Un reflet couvre une ligne.'],
    [{ is: 'two' }, 'Il y a deux documents.'],
    [{ is: 'otherThing', seen: 'card' }, "On dirait la carte d'identité : ici, l'acte de naissance."],
    [{ is: 'otherThing', seen: 'screen' }, "On dirait une capture d'écran : ici, l'acte de naissance."],
    [{ is: 'otherThing', seen: 'nothing' }, 'On ne voit pas de document.'],
    [{ is: 'noFace' }, 'On ne voit pas de visage.'],
    [{ is: 'tooSmall' }, 'Le document est trop loin : approchez le téléphone.'],
    [{ is: 'shadow', spot: at(0.9, 0.1) }, 'Une ombre cache du texte en haut à droite.'],
  ])('%o is said with its place: %s', (finding, sentence) => {
    expect(said(finding)).toMatch(new RegExp(`^${sentence.replaceAll('.', '\\.')}(?: \\p{Lu}|$)`, 'u'))
  })

  test('is said of the document that the row asks for', () => {
    expect(said({ is: 'otherThing', seen: 'page' }, 'carteid')).toBe("On dirait une page : ici, la pièce d'identité.")
    expect(said({ is: 'tooSmall' }, 'photobuste')).toBe('Le visage est trop loin : approchez le téléphone.')
    expect(said({ is: 'blurred' }, 'photobuste')).not.toContain('document')
  })

  test('fits on three lines of a small phone, and ends its sentences', () => {
    for (const document of documentTypes)
      for (const is of all)
        for (const spot of [undefined, at(0.1, 0.1)]) {
          const words = said({ is, ...(spot && { spot }) }, document)
          expect(words.length, words).toBeLessThanOrEqual(115)
          expect(words, words).toMatch(/^\p{Lu}.*\.$/u)
          expect(words, words).not.toContain('undefined')
        }
  })
})

describe('its place', () => {
  test.each([
    [at(0.3, 0.3), 'left', 'top'],
    [at(0.34, 0.66), 'middle', 'middle'],
    [at(0.7, 0.7), 'right', 'bottom'],
    // A band over the whole width is at no side.
    [{ x: 0, y: 0.8, width: 1, height: 0.2 }, 'middle', 'bottom'],
  ])('%o', (spot, across, down) => expect(placeOf(spot)).toEqual({ across, down }))

  test.each([
    ['left', { x: 0, y: 0, width: 0.1, height: 1 }],
    ['right', { x: 0.9, y: 0, width: 0.1, height: 1 }],
    ['top', { x: 0, y: 0, width: 1, height: 0.1 }],
    ['bottom', { x: 0, y: 0.9, width: 1, height: 0.1 }],
  ] as const)('the %s edge is marked along its whole length', (side, mark) => {
    expect(markOf({ is: 'cut', side })).toEqual(mark)
  })

  test('a spot is marked as it is, also where the document goes over an edge', () => {
    const spot = { x: 0.2, y: 0.3, width: 0.4, height: 0.1 }
    expect(markOf({ is: 'finger', side: 'left', spot })).toEqual(spot)
    expect(markOf({ is: 'moved' })).toBeUndefined()
  })
})

describe('what the verifier is told', () => {
  test('is a word for each finding of the picture, once, and nothing of a fine one', () => {
    expect(remarksOf([{ is: 'blurred' }, { is: 'glare' }, { is: 'blurred' }])).toEqual(['flou', 'reflet'])
    expect(remarksOf([])).toBeUndefined()
    expect(remarksOf([{ is: 'received' }])).toBeUndefined()
    expect(new Set(remarksOf(all.map(is => ({ is }))))).toEqual(new Set(remarks))
  })
})

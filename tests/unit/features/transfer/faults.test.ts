import { describe, expect, test } from 'vitest'
import { newDossier } from '../../../../src/core/db/dossiers.ts'
import {
  decryptPackage,
  encryptAnswers,
  encryptPackage,
  peek,
  peekAnswers,
} from '../../../../src/features/transfer/format.ts'
import type { TransferPackage } from '../../../../src/features/transfer/schema.ts'
import { faultText, outcomeText } from '../../../../src/features/transfer/text.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { answers, code, image } from './setup.ts'

quickCodes()

/** What a student reads of a file that can't be taken in, and of one that was. */

const dossier = { ...newDossier('enrolment', 100, answers), transferred: { at: 1_000, id: 'mark' } }
const files = [{ document: 'attest' as const, bytes: new ArrayBuffer(4_000), name: 'a.jpg', type: 'image/jpeg', at: 9 }]
const pkg: TransferPackage = { dossier, items: [], files }
const file = () => encryptPackage(pkg, code)

const version = (value: number) => async () => (await file()).map((byte, at) => (at === 7 ? value : byte))
const damaged = async () => {
  const bytes = await file()
  return bytes.map((byte, at) => (at === bytes.length - 500 ? byte ^ 1 : byte))
}
const photo = async () => new Uint8Array([0xff, 0xd8, ...Buffer.from(image('attest'))])

const foreign = "Ce fichier n'est pas un dossier du portail. Choisissez-en un autre."
const cut = "Ce dossier n'est pas arrivé en entier. Refaites le fichier sur l'autre appareil."

describe('a file that is no dossier, or not all of one', () => {
  test.each([
    ['a photo', photo, foreign],
    ['nothing', async () => new Uint8Array(0), foreign],
    ['cut', async () => (await file()).slice(0, -1_000), cut],
    ['cut in its head', async () => (await file()).slice(0, 20), cut],
    ['newer', version(200), "Ce dossier vient d'un portail plus récent. Mettez celui-ci à jour, puis recommencez."],
    ['of no version', version(0), foreign],
    ['damaged', damaged, "Ce dossier est abîmé. Refaites le fichier sur l'autre appareil."],
  ] as const)('%s is told by its own sentence, before a code is asked for', async (_, make, sentence) => {
    const fault = await peek(Uint8Array.from(await make()))
    expect(fault && faultText[fault]).toBe(sentence)
  })

  test('an address that was cut says so as well', async () => {
    const text = await encryptAnswers(pkg, code)
    const fault = await peekAnswers(text.slice(0, -40))
    expect(fault && faultText[fault]).toBe(cut)
  })

  test('a wrong code is no fault of the file', async () => {
    const opened = await decryptPackage(await file(), 'mangue75')
    expect('fault' in opened && faultText[opened.fault]).toBe(
      "Ce code n'ouvre pas ce dossier. Demandez-le encore une fois.",
    )
  })
})

test('what became of a file that was taken in has a sentence of its own', () => {
  expect(outcomeText.same).toBe("Ce dossier était déjà ici. Rien n'a changé.")
  expect(new Set([...Object.values(outcomeText), ...Object.values(faultText)]).size).toBe(11)
})

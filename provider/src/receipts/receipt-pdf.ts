import {
  PDFDocument,
  type PDFFont,
  type PDFPage,
  PDFString,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import { documentsOf } from '../../../src/spec/documents.ts'
import { receiptStateText } from '../../../src/spec/receipt-text.ts'
import { documentNames } from '../enrolments/file-status.ts'
import { academies, series } from '../window/reference-lists.ts'
import type { Receipt } from './receipts.ts'

const a4: [number, number] = [595, 842]
const margin = 56
const ink = rgb(0.1, 0.12, 0.16)
const states = { received: 'reçu', validated: 'validé', rejected: 'à renvoyer' } as const

/**
 * The PDF's built-in fonts cover WinAnsi only: other letters lose their accent, and without a glyph
 * become "?".
 */
export function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet())
  const fits = (character: string) => known.has(character.codePointAt(0) ?? 0)
  return [...text.normalize('NFC').replace(/\p{Cc}/gu, ' ')]
    .map(character => {
      if (fits(character)) return character
      const folded = foldings[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '')
      return [...folded].every(fits) ? folded : '?'
    })
    .join('')
}

/** Letters of Mali's languages that Unicode does not decompose into WinAnsi letters. */
const foldings: Record<string, string> = {
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  ɲ: 'ny',
  Ɲ: 'Ny',
  ŋ: 'ng',
  Ŋ: 'Ng',
  ɓ: 'b',
  ɗ: 'd',
  ƴ: 'y',
}

/** A PNG with the white border of four modules that a camera needs. */
export const qrPicture = (text: string): Uint8Array =>
  toPngBuffer(generate(text), { off: [255, 255, 255, 255], pad: 4, scale: 6 })

export async function drawReceipt({
  student,
  enrolment,
  documents,
  state,
  date,
  check,
}: Receipt): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(`Récépissé d'inscription ${student.matricule}`)
  pdf.setLanguage('fr')
  pdf.setCreationDate(date)
  const regular = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const page = pdf.addPage(a4)
  const write = writer(page, a4[1] - 80)

  write("Récépissé d'inscription", bold, 22, 34)
  write(`Délivré le ${formatDay(date)}`, regular, 11, 34)
  const label = (list: typeof series, code: string) =>
    list.find(item => item.code === code)?.libelle ?? code
  const facts: [string, string][] = [
    ['Matricule', student.matricule],
    ['Nom', student.nom],
    ['Prénom', student.prenom],
    ['Année du bac', String(student.anneeBac)],
    ['Numéro de place', student.numPlace],
    ['Série', label(series, student.serie)],
    ['Académie', label(academies, student.ae)],
    ['Téléphone', `******${enrolment.phone.slice(-2)}`],
    ['Inscription confirmée le', formatDay(enrolment.confirmedAt)],
    ['État du dossier', receiptStateText[state]],
  ]
  for (const [name, value] of facts) if (value) write(`${name} : ${value}`, regular, 12, 20)

  write('', regular, 12, 14)
  write('Documents', bold, 14, 24)
  const sent = new Map(documents.map(document => [document.type, states[document.state]]))
  const types = new Set([...documentsOf(enrolment.reading), ...sent.keys()])
  for (const type of types)
    write(`-  ${documentNames[type]} : ${sent.get(type) ?? 'manquant'}`, regular, 12, 20)

  const note = (text: string, y: number, size: number) =>
    page.drawText(printable(text, regular), { x: margin, y, size, font: regular, color: ink })
  if (check) {
    await drawCode(page, check)
    note('Pour vérifier ce récépissé, scannez ce code :', 104, 9)
    note('la page du portail s’ouvre et dit « Récépissé authentique ».', 92, 9)
  }
  note("L'inscription est gratuite. Conservez ce récépissé.", 68, 10)
  // A checker, or a reader without the newest PDF, finds the address of the code as it stands.
  return pdf.save({ useObjectStreams: false })
}

/** Points: a module of the longest usual address is 0.9 mm wide. */
const code = { x: margin, y: 116, width: 150, height: 150 }

/** A camera reads it from paper; where the file is open on a phone, it is a link. */
async function drawCode(page: PDFPage, address: string): Promise<void> {
  page.drawImage(await page.doc.embedPng(qrPicture(address)), code)
  const link = page.doc.context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [code.x, code.y, code.x + code.width, code.y + code.height],
    Border: [0, 0, 0],
    A: { S: 'URI', URI: PDFString.of(address) },
  })
  page.node.addAnnot(page.doc.context.register(link))
}

function writer(page: PDFPage, top: number) {
  let y = top
  const width = a4[0] - 2 * margin
  return (text: string, font: PDFFont, size: number, step: number) => {
    let line = printable(text, font)
    while (font.widthOfTextAtSize(line, size) > width) line = line.slice(0, -1)
    page.drawText(line, { x: margin, y, size, font, color: ink })
    y -= step
  }
}

function formatDay(date: Date): string {
  return new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}

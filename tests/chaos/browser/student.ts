import sharp from 'sharp'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { Dice } from './dice.ts'

export interface ChaosStudent {
  matricule: string
  phone: string
  answers: Readonly<Record<string, string>>
}

/** Every student has a phone of their own: the stand-in counts the codes that it sends to each number. */
export function chaosStudent(index: number): ChaosStudent {
  const phone = String(70_000_000 + index)
  return {
    matricule: `CHAOS2026${String(index).padStart(3, '0')}`,
    phone,
    answers: {
      anneeBac: '2026',
      tuteur: 'NINA',
      numAttest: '204518',
      phone,
      numPlace: String(20_000 + index),
      serie: 'TSE',
      ae: 'BKORD',
    },
  }
}

export function studentsCsv(students: readonly ChaosStudent[]): string {
  const rows = students.map(({ matricule, answers }) =>
    [matricule, 'DIARRA', 'Aminata', answers.anneeBac, answers.numPlace, answers.serie, answers.ae].join(','),
  )
  return ['matricule,nom,prenom,anneeBac,numPlace,serie,ae', ...rows].join('\n')
}

/** A small real JPEG that no other student and no other document has, so that what is stored can be told apart. */
export function uniquePhoto(student: ChaosStudent, type: DocumentType, version: number): Promise<Buffer> {
  const name = `${student.matricule}/${type}/${version}`
  const dice = new Dice([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7) >>> 0)
  const bars = Array.from({ length: 30 }, (_, row) => {
    return `<rect x="40" y="${60 + row * 24}" width="${dice.whole(60, 560)}" height="12" fill="#111"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="840">
    <rect width="100%" height="100%" fill="#fff"/>${bars.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 60 }).toBuffer()
}

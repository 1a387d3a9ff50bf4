import type { Dossier } from '../../../tests/model/student.ts'

export interface Person {
  matricule: string
  nom: string
  prenom: string
  numPlace: string
  numAttest: string
  /** The second is that of a relative, and both students may give it. */
  phones: readonly [string, string]
}

export const people: Readonly<Record<Dossier, Person>> = {
  awa: {
    matricule: 'SIM2026T001',
    nom: 'KEÏTA',
    prenom: 'Awa',
    numPlace: '11',
    numAttest: '123456',
    phones: ['70000001', '70000009'],
  },
  issa: {
    matricule: 'SIM2026T002',
    nom: 'TRAORÉ',
    prenom: 'Issa',
    numPlace: '12',
    numAttest: '654321',
    phones: ['70000002', '70000009'],
  },
}

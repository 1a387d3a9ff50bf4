import type { Settings } from '../provider/settings.ts'
import { documentsOf } from '../rules/documents.ts'
import type { WizardPlan } from './wizard.ts'

/** Section 2, readings A and B: what a wizard asks, and in which steps. */
export const wizards: Readonly<Record<Settings['wizard'], WizardPlan>> = {
  complete: {
    steps: [
      {
        kind: 'identity',
        title: 'Informations personnelles',
        opensWith: 'anneeBac',
        fields: ['anneeBac', 'tuteur', 'numAttest', 'phone', 'nina', 'numPlace', 'serie', 'ae'],
        lookedUp: ['matricule', 'prenom', 'nom'],
        attests: true,
      },
      { kind: 'code', title: 'Confirmation du numéro de téléphone' },
      { kind: 'documents', title: 'Documents à envoyer', documents: documentsOf('complete'), validates: false },
      { kind: 'done', title: 'Finalisation', ending: 'preEnrolled' },
    ],
  },
  reduced: {
    steps: [
      {
        kind: 'identity',
        title: 'Informations personnelles',
        fields: ['phone', 'matricule', 'numPlace', 'numAttest', 'nom', 'prenom', 'dateNaiss', 'tuteur'],
        lookedUp: [],
        attests: false,
      },
      { kind: 'code', title: 'Confirmation du numéro de téléphone' },
      { kind: 'documents', title: 'Documents à envoyer', documents: documentsOf('reduced'), validates: true },
      { kind: 'done', title: 'Finalisation', ending: 'finished' },
    ],
  },
}

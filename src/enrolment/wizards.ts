import { documentTypes } from '../../rules/documents.ts'
import type { WizardPlan } from '../wizard.ts'

/** Section 2, reading A. */
export const complete: WizardPlan = {
  reading: 'complete',
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
    { kind: 'documents', title: 'Documents à envoyer', documents: documentTypes, validates: false },
    { kind: 'done', title: 'Finalisation', ending: 'preEnrolled' },
  ],
}

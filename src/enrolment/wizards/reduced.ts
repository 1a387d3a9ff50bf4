import { reducedDocumentTypes } from '../../rules/documents.ts'
import type { WizardPlan } from '../wizard.ts'

/** Section 2, reading B. */
export const reduced: WizardPlan = {
  reading: 'reduced',
  steps: [
    {
      kind: 'identity',
      title: 'Informations personnelles',
      fields: ['phone', 'matricule', 'numPlace', 'numAttest', 'nom', 'prenom', 'dateNaiss', 'tuteur'],
      lookedUp: [],
      attests: false,
    },
    { kind: 'code', title: 'Confirmation du numéro de téléphone' },
    { kind: 'documents', title: 'Documents à envoyer', documents: reducedDocumentTypes, validates: true },
    { kind: 'done', title: 'Finalisation', ending: 'finished' },
  ],
}

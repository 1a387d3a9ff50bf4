import type { Settings } from '../../core/api/settings.ts'
import { documentsOf } from '../../spec/documents.ts'
import * as wizardText from './text.ts'
import type { WizardPlan } from './wizard.ts'

/** Section 2, wizard variants A and B: what a wizard asks, and in which steps. */
export const wizards: Readonly<Record<Settings['wizard'], WizardPlan>> = {
  complete: {
    steps: [
      {
        kind: 'identity',
        title: wizardText.identityStep,
        opensWith: 'anneeBac',
        groups: [
          {
            title: wizardText.aboutBac,
            fields: ['anneeBac', 'numPlace', 'serie', 'ae', 'numAttest'],
          },
          { title: wizardText.aboutIdentity, fields: ['tuteur', 'nina'] },
          { title: wizardText.aboutPhone, fields: ['phone'] },
        ],
        lookedUp: ['matricule', 'prenom', 'nom'],
        attests: true,
      },
      { kind: 'code', title: wizardText.codeStep },
      {
        kind: 'documents',
        title: wizardText.documentsStep,
        documents: documentsOf('complete'),
        validates: false,
      },
      { kind: 'done', title: wizardText.doneStep, ending: 'preEnrolled' },
    ],
  },
  reduced: {
    steps: [
      {
        kind: 'identity',
        title: wizardText.identityStep,
        groups: [
          { title: wizardText.aboutPhone, fields: ['phone'] },
          { title: wizardText.aboutBac, fields: ['matricule', 'numPlace', 'numAttest'] },
          { title: wizardText.aboutIdentity, fields: ['nom', 'prenom', 'dateNaiss', 'tuteur'] },
        ],
        lookedUp: [],
        attests: false,
      },
      { kind: 'code', title: wizardText.codeStep },
      {
        kind: 'documents',
        title: wizardText.documentsStep,
        documents: documentsOf('reduced'),
        validates: true,
      },
      { kind: 'done', title: wizardText.doneStep, ending: 'finished' },
    ],
  },
}

import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import type { Judged } from '../enrolments/file-status.ts'

export interface SampleFile {
  matricule: string
  phone: string
  /** Documents in another state than waiting for verification. */
  except: Partial<Record<DocumentType, 'missing' | 'validated' | { rejected: string }>>
  validated: boolean
}

/** The code of every sample file, for its receipt: these students are invented. */
export const sampleCode = '2580'

const blurred = { rejected: 'La photo est floue, reprenez-la à la lumière du jour.' }

/** Files in each state (section 2, status page) for each group of years. */
export const sampleFiles: readonly SampleFile[] = [
  {
    matricule: 'BKO2025T001',
    phone: '70000011',
    except: { carteid: blurred, attest: 'validated' },
    validated: false,
  },
  { matricule: 'KOU2025T002', phone: '70000012', except: {}, validated: false },
  { matricule: 'GAO2025T003', phone: '70000013', except: {}, validated: true },
  { matricule: 'BKO2020T001', phone: '70000021', except: { actenaiss: blurred }, validated: false },
  { matricule: 'KAY2020T002', phone: '70000022', except: {}, validated: false },
  { matricule: 'SIK2019T003', phone: '70000023', except: {}, validated: true },
  {
    matricule: 'BKO2018T001',
    phone: '70000031',
    except: { simcard: blurred, photobuste: 'missing' },
    validated: false,
  },
  { matricule: 'MOP2017T002', phone: '70000032', except: {}, validated: false },
  { matricule: 'KOU2016T003', phone: '70000033', except: {}, validated: true },
]

/** What is stored of its documents; a missing one is not. */
export const sampleDocuments = ({ except, validated }: SampleFile): Judged[] =>
  documentTypes.flatMap(type => {
    const state = except[type] ?? (validated ? 'validated' : 'received')
    if (state === 'missing') return []
    if (typeof state === 'string') return { type, state, message: null }
    return { type, state: 'rejected' as const, message: state.rejected }
  })

/** The sample student without a file, with whom a newcomer can enrol. */
export const sampleNewcomer = {
  anneeBac: '2026',
  tuteur: 'Carte NINA',
  numAttest: '123456',
  phone: '70000001',
  numPlace: '1001',
  serie: 'Terminale Sciences Exactes (TSE)',
  ae: 'Bamako Rive Droite',
  matricule: 'BKO2026T001',
  name: 'Aminata DIARRA',
}

import { type Ended, runToEnd } from './child.ts'
import type { SampleStudent } from './visitor.ts'

/** `npm run contract` with these arguments. */
export const contract = (...args: string[]): Promise<Ended> => runToEnd('../../contract/run.ts', args, {})

/** The lines of its report that begin so: `holds`, `BREAKS`, `borne`, `advice` or `skipped`. */
export const linesThat = (word: string, out: string) => out.split('\n').filter(line => line.startsWith(`  ${word}`))

/** Files that the samples bring, for the bases of older years. */
const known = {
  previous: { matricule: 'BKO2020T001', phone: '70000021' },
  older: { matricule: 'BKO2018T001', phone: '70000031' },
}
/** `--student` for the fuller form, and for the shorter one. */
export const complete = ({ matricule, anneeBac, numPlace, serie, ae }: SampleStudent, phone: string) => ({
  ...{ matricule, anneeBac, numPlace, serie, ae, phone, tuteur: 'NINA', numAttest: '123456' },
  ...known,
})
export const reduced = ({ matricule, nom, prenom, numPlace }: SampleStudent, phone: string) => ({
  ...{ reading: 'reduced', matricule, nom, prenom, numPlace, phone, tuteur: 'NINA', numAttest: '123456' },
  dateNaiss: '2007-05-04',
})

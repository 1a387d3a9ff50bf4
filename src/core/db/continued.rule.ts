import type { Dossier } from './dossier.ts'

/** One database for everything that must outlive the page; only connection.ts opens it to write. */
export const databaseName = 'portail'

/** The enrolment that the wizard continues: the newest that has not been ended. Pure. */
export const continued = <D extends Pick<Dossier, 'kind' | 'closed' | 'savedAt'>>(
  dossiers: readonly D[],
): D | undefined =>
  dossiers
    .filter(({ kind, closed }) => kind === 'enrolment' && !closed)
    .sort((a, b) => b.savedAt - a.savedAt)[0]

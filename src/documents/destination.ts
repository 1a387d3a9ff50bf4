import type { BodyOf, WaitingEndpoint } from '../core/api/endpoints.ts'
import { changeDossier, type Dossier } from '../core/db/dossiers.ts'
import { type Item, isConfirmed } from '../outbox/item.ts'
import type { DocumentType } from '../spec/documents.ts'

/** Where a photo goes. The wizard and the update page send it through different calls. */
export interface Outgoing {
  dossier: string
  matricule: string
  /** In which words. */
  request(
    document: DocumentType,
    image: string,
  ): { [E in WaitingEndpoint]: { endpoint: E; body: BodyOf<E> } }[WaitingEndpoint]
}

/** The provider takes no documents yet: the photo is kept as it is prepared. */
export interface Keeping {
  dossier: string
  request?: undefined
  /** Its dossier is on the disk before the first photo is, or that would be nobody's. */
  begin(): Promise<void>
}

export type Destination = Outgoing | Keeping

export function destinationOf(dossier: string, kind: Dossier['kind'], matricule: string): Outgoing {
  return {
    dossier,
    matricule,
    request: (type, image) =>
      kind === 'enrolment'
        ? { endpoint: 'uploadDocument', body: { matricule, type, image } }
        : { endpoint: `replace/${type}`, body: { matricule, image } },
  }
}

/** By what has become of its first steps. @param items of this dossier */
export function placeOf(dossier: Dossier, items: readonly Item[]): Destination {
  const { id, kind, answers } = dossier
  if (kind === 'correction' || isConfirmed(items)) return destinationOf(id, kind, answers.matricule ?? '')
  return {
    dossier: id,
    async begin() {
      await changeDossier(id, stored => stored ?? dossier)
    },
  }
}

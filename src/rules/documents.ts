/** The identity documents of section 3 (`type` values), in the order in which they are asked for. */
export const documentTypes = ['actenaiss', 'carteid', 'simcard', 'attest', 'photobuste'] as const

export type DocumentType = (typeof documentTypes)[number]

/** Reading B asks for four (contract.md): no profile photo. */
export const reducedDocumentTypes = ['actenaiss', 'carteid', 'simcard', 'attest'] as const satisfies DocumentType[]

/** Verification flag of each document in a status answer (section 3). */
export const documentFlags = {
  actenaiss: 'actNaissV',
  carteid: 'pieceIdV',
  simcard: 'simCardV',
  attest: 'attestBacV',
  photobuste: 'photoBusteV',
} as const satisfies Record<DocumentType, string>

/** Section 3: the flag's value for a validated document. */
export const validatedFlag = '2'

/** Section 9: 5 MB, checked as above 5120 KB, in bytes. */
export const maxUploadBytes = 5120 * 1024

/** Section 5, step 3. */
export const acceptedExtensions = '.jpg,.jpeg,.png'

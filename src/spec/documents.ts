/**
 * Section 2 shows two wizard variants and not which one is live: `complete` asks for more than
 * `reduced`.
 */
export const variants = ['complete', 'reduced'] as const
export type WizardVariant = (typeof variants)[number]

/**
 * What the camera photographs. Decides the frame, the lens, the size limits and which checks a
 * photo gets.
 */
export type Shape = 'page' | 'card' | 'portrait'

export interface DocumentRow {
  /** Its verification flag in a status answer (section 3). */
  flag: string
  shape: Shape
  /** The wizard variants that ask for this document. */
  variants: readonly WizardVariant[]
  /**
   * Pixels of the longest side: about 10 per em of 8-point print on A4, 6-point print on a card; a
   * face needs less.
   */
  smallestSide: number
  /** Whether a status answer that lacks this flag asks for the document all the same. */
  asksWithoutFlag: boolean
}

/**
 * THE table of the identity documents, in the order in which the wizard asks; keys are section 3's
 * `type` values.
 */
export const documents = {
  actenaiss: {
    flag: 'actNaissV',
    shape: 'page',
    variants,
    smallestSide: 1000,
    asksWithoutFlag: true,
  },
  carteid: { flag: 'pieceIdV', shape: 'card', variants, smallestSide: 640, asksWithoutFlag: true },
  simcard: { flag: 'simCardV', shape: 'page', variants, smallestSide: 900, asksWithoutFlag: true },
  attest: {
    flag: 'attestBacV',
    shape: 'page',
    variants,
    smallestSide: 1000,
    asksWithoutFlag: true,
  },
  photobuste: {
    flag: 'photoBusteV',
    shape: 'portrait',
    variants: ['complete'],
    smallestSide: 400,
    asksWithoutFlag: true,
  },
} as const satisfies Record<string, DocumentRow>

export type DocumentType = keyof typeof documents

/**
 * What its photo must show depends on the kind of document chosen in the first step (card,
 * passport, sheet).
 */
export const identityDocument: DocumentType = 'carteid'
export type Flag = (typeof documents)[DocumentType]['flag']

// Marked as pure, so that the bundler leaves the table out of the photo worker, which does not need
// it.
export const documentTypes = /* @__PURE__ */ Object.keys(documents) as readonly DocumentType[]

export const documentsOf = (variant: WizardVariant): readonly DocumentType[] =>
  documentTypes.filter(type => documents[type].variants.some(asking => asking === variant))

/** Section 3: the flag's value for a validated document. */
export const validatedFlag = '2'

/**
 * Whether a student is asked for a document of this flag. One that is missing, null or unreadable
 * is read as an empty one (src/core/api/schemas.ts).
 */
export function isAskedFor(
  flag: string,
  { asksWithoutFlag }: Pick<DocumentRow, 'asksWithoutFlag'>,
): boolean {
  return flag ? flag !== validatedFlag : asksWithoutFlag
}

/** Section 9: 5 MB, checked as above 5120 KB, in bytes. */
export const maxUploadBytes = 5120 * 1024

/** Section 5, step 3. */
export const acceptedExtensions = '.jpg,.jpeg,.png'

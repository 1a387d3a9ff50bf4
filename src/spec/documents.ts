/** Section 2 shows the wizard in two forms and not which is live: the fuller A is `complete`, B is `reduced`. */
export const variants = ['complete', 'reduced'] as const
export type WizardVariant = (typeof variants)[number]

/** What lies before the camera: it decides on frame, lens and ceilings, and on what can be judged of a photo. */
export type Shape = 'page' | 'card' | 'portrait'

export interface DocumentRow {
  /** Its verification flag in a status answer (section 3). */
  flag: string
  shape: Shape
  /** Which of them ask for it: all, where the row names none. */
  variants: readonly WizardVariant[]
  /** Pixels of the longest side: about 10 per em of 8-point print on A4, of 6-point print on a card; a face needs less. */
  smallestSide: number
  /** Whether an answer about a file that says nothing of it asks for it all the same. */
  asksWithoutFlag: boolean
}

/** THE table of the identity documents, in the order in which they are asked for; keys are section 3's `type` values. */
export const documents = {
  actenaiss: { flag: 'actNaissV', shape: 'page', variants, smallestSide: 1000, asksWithoutFlag: true },
  carteid: { flag: 'pieceIdV', shape: 'card', variants, smallestSide: 640, asksWithoutFlag: true },
  simcard: { flag: 'simCardV', shape: 'page', variants, smallestSide: 900, asksWithoutFlag: true },
  attest: { flag: 'attestBacV', shape: 'page', variants, smallestSide: 1000, asksWithoutFlag: true },
  photobuste: {
    flag: 'photoBusteV',
    shape: 'portrait',
    variants: ['complete'],
    smallestSide: 400,
    asksWithoutFlag: true,
  },
} as const satisfies Record<string, DocumentRow>

export type DocumentType = keyof typeof documents
export type Flag = (typeof documents)[DocumentType]['flag']

// Pure: the photo worker, which needs none of it, does not carry the table.
export const documentTypes = /* @__PURE__ */ Object.keys(documents) as readonly DocumentType[]

export const documentsOf = (variant: WizardVariant): readonly DocumentType[] =>
  documentTypes.filter(type => documents[type].variants.some(asking => asking === variant))

/** Section 3: the flag's value for a validated document. */
export const validatedFlag = '2'

/** Section 9: 5 MB, checked as above 5120 KB, in bytes. */
export const maxUploadBytes = 5120 * 1024

/** Section 5, step 3. */
export const acceptedExtensions = '.jpg,.jpeg,.png'

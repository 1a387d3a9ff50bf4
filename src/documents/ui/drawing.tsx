import type { DocumentType } from '../../spec/documents.ts'

/** Drawn with a pen of 1.8 in 42 × 50. */
const paths: Readonly<Record<DocumentType, string>> = {
  actenaiss:
    'M7 5h28v40H7zM12 11h18M16 15h10M12 22h18M12 26h18M12 30h11M32.5 37a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM30 37a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  carteid:
    'M5.5 13h31a2.5 2.5 0 0 1 2.5 2.5v19a2.5 2.5 0 0 1-2.5 2.5h-31A2.5 2.5 0 0 1 3 34.5v-19A2.5 2.5 0 0 1 5.5 13zM15.5 22a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM6.5 32c0-6 11-6 11 0M22 20h13M22 25h13M22 30h8',
  simcard:
    'M7 5h28v40H7zM12 11h7l3 3v9H12zM12 17h3.5v6M22 17h-3.5v6M26 12h5M26 16h5M12 29h18M12 33h18M12 37h12',
  attest:
    'M4 8h34v32H4zM7.5 11.5h27v25h-27zM15 17h12M12 22h18M14 26h14M25 33a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm-6.5 3-1.5 8 4-2 4 2-1.5-8',
  photobuste:
    'M28 19c0 4.7-3.1 8.5-7 8.5s-7-3.8-7-8.5 3.1-8.5 7-8.5 7 3.8 7 8.5zM7 46c0-20 28-20 28 0M15 27c3 4 9 4 12 0',
}
const frame = 'M1 8V1h7M34 1h7v7M41 42v7h-7M8 49H1v-7'

/**
 * What a document looks like, as a line drawing; `framed`: within the corners that a photo must
 * show.
 */
export function Drawing({
  document,
  framed = false,
}: {
  document: DocumentType
  framed?: boolean
}) {
  return (
    <svg className="draw" viewBox="0 0 42 50" aria-hidden="true">
      <path d={paths[document]} />
      {framed && <path strokeWidth="2.6" d={frame} />}
    </svg>
  )
}

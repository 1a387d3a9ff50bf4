import type { ReceiptState } from './signed-receipt.ts'

/** The state of a file on its receipt and where the receipt is checked: both must read alike. */
export const receiptStateText: Readonly<Record<ReceiptState, string>> = {
  0: 'à compléter ou à corriger',
  1: 'en cours de vérification',
  2: 'validé',
}

import {
  type ReceiptFacts,
  type ReceiptKey,
  readFacts,
  readReceipt,
} from '../../spec/signed-receipt.ts'

export type Verdict =
  | { kind: 'authentic'; facts: ReceiptFacts }
  /** Something in it is not what this key has signed. */
  | { kind: 'altered' }
  | { kind: 'unknownKey' }
  | { kind: 'noReceipt' }
  /** Without keys, or in a browser that can't verify. */
  | { kind: 'unchecked' }

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** Checks the text of a receipt's code, without a network. */
export async function judgeReceipt(text: string, keys: readonly ReceiptKey[]): Promise<Verdict> {
  // Over http a browser has no WebCrypto.
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle || keys.length === 0) return { kind: 'unchecked' }
  const receipt = readReceipt(text)
  if (!receipt) return { kind: 'noReceipt' }
  const named = keys.filter(({ kid }) => kid === receipt.kid)
  if (named.length === 0) return { kind: 'unknownKey' }
  for (const { x, y } of named) {
    const jwk = { kty: 'EC', crv: 'P-256', x, y }
    const key = await subtle.importKey('jwk', jwk, ecdsa, false, ['verify'])
    if (!(await subtle.verify(ecdsa, key, receipt.signature, receipt.signed))) continue
    const facts = readFacts(receipt.signed)
    return facts ? { kind: 'authentic', facts } : { kind: 'noReceipt' }
  }
  return { kind: 'altered' }
}

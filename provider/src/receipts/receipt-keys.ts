import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto'
import {
  type ReceiptFacts,
  type ReceiptKey,
  toBase64Url,
  writeReceipt,
} from '../../../src/spec/signed-receipt.ts'
import type { Queries } from '../database/port.ts'

/**
 * The keys that sign receipts lie beside the installation's secret, in `secrets`: one row a key,
 * and one that names the key in use. A former key stays, or its receipts could not be checked.
 */

const prefix = 'receipt-key/'
const inUse = 'receipt-key'

/** Creates the first key; what is there already stays. */
export async function ensureReceiptKey(queries: Queries): Promise<void> {
  const known = await queries.query('SELECT 1 FROM secrets WHERE name = $1', [inUse])
  if (known.length === 0) await useReceiptKey(queries, await addReceiptKey(queries))
}

/** Creates a key that is published and does not sign yet. @returns its id */
export async function addReceiptKey(queries: Queries): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const bytes = privateKey.export({ type: 'pkcs8', format: 'der' })
  const { kid } = publicOf(bytes)
  await queries.query('INSERT INTO secrets (name, value) VALUES ($1, $2)', [prefix + kid, bytes])
  return kid
}

/** From now on this one signs. @returns false where there is no such key */
export async function useReceiptKey(queries: Queries, kid: string): Promise<boolean> {
  const changed = await queries.query(
    `INSERT INTO secrets (name, value) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM secrets WHERE name = $3)
     ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value RETURNING name`,
    [inUse, Buffer.from(kid), prefix + kid],
  )
  return changed.length > 0
}

interface Kept {
  name: string
  value: Uint8Array
}

/** All public keys, and the id of the one that signs. */
export async function listReceiptKeys(
  queries: Queries,
): Promise<{ keys: ReceiptKey[]; signs: string }> {
  const kept = await queries.query<Kept>(
    'SELECT name, value FROM secrets WHERE name = $1 OR starts_with(name, $2) ORDER BY name',
    [inUse, prefix],
  )
  return {
    keys: kept.filter(({ name }) => name !== inUse).map(({ value }) => publicOf(value)),
    signs: String(Buffer.from(kept.find(({ name }) => name === inUse)?.value ?? [])),
  }
}

/** A JWK set (RFC 7517). */
export const jwkSet = (keys: readonly ReceiptKey[]) => ({
  keys: keys.map(key => ({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', ...key })),
})

/** @returns the text of the receipt's code */
export async function signReceipt(queries: Queries, facts: ReceiptFacts): Promise<string> {
  const [kept] = await queries.query<Kept>(
    `SELECT name, value FROM secrets
     WHERE name = (SELECT $2 || convert_from(value, 'UTF8') FROM secrets WHERE name = $1)`,
    [inUse, prefix],
  )
  if (!kept)
    throw new Error(
      'No key signs receipts: the table "secrets" is damaged. Restore the database from a backup.',
    )
  const signed = writeReceipt(kept.name.slice(prefix.length), facts)
  const signature = sign('sha256', signed, {
    key: privateOf(kept.value),
    dsaEncoding: 'ieee-p1363',
  })
  return toBase64Url(Buffer.concat([signed, signature]))
}

const privateOf = (bytes: Uint8Array) =>
  createPrivateKey({ key: Buffer.from(bytes), type: 'pkcs8', format: 'der' })

/** The id: the first four signs of the key's thumbprint (RFC 7638). */
function publicOf(bytes: Uint8Array): ReceiptKey {
  const { x = '', y = '' } = createPublicKey(privateOf(bytes)).export({ format: 'jwk' })
  const canonical = JSON.stringify({ crv: 'P-256', kty: 'EC', x, y })
  const kid = createHash('sha256').update(canonical).digest('base64url').slice(0, 4)
  return { kid, x, y }
}

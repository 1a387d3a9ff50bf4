import { expect, test } from 'vitest'
import { disclosed, faultOf } from '../../../../src/features/transfer/format.ts'

/** Made by the build of 2026-11-22, before a code was folded. */
const made = 'RE9TU0lFUgEACSfAnXmU3YWWi3NGEfE21yaa6QAAABo7uS66gYSA9JKbCIFWo3ooAfXqAPwtOpIAfPoP+3L1oflr66cYqlJQpJw='

test('a file of an earlier build opens with its code as it was typed', async () => {
  const file = new Uint8Array(Buffer.from(made, 'base64'))
  expect(await faultOf(file)).toBeUndefined()
  const inner = await disclosed(file, 'Papaye 31')
  expect(inner && new TextDecoder().decode(inner)).toBe('un dossier')
  expect(await disclosed(file, 'papaye31')).toBeUndefined()
})

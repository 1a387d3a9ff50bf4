import { expect, test } from 'vitest'
import { readName } from '../../src/students/names.ts'

test.each<readonly [string, string]>([
  ...["N'Diaye", 'N´Diaye', 'N`Diaye', 'NʼDiaye', 'N‘Diaye', 'N′Diaye', 'N＇Diaye'].map(
    one => [one, "N'Diaye"] as const,
  ),
  ...['Marie-Claire', 'Marie‐Claire', 'Marie‑Claire', 'Marie–Claire'].map(one => [one, 'Marie-Claire'] as const),
  ['N’Diaye', 'N’Diaye'],
  ['Marie\u00a0 Claire', 'Marie Claire'],
  ['Ai\u0308cha\u00a0Fanta', 'Aïcha Fanta'],
  ['Awa\u200b', 'Awa'],
  ['Ɲaɲɛn', 'Ɲaɲɛn'],
])('the name %s is read as %s, on a list and in a form', (written, read) => expect(readName(written)).toBe(read))

/**
 * What a photo's `remarques` may say to the verifier (docs/contract.md, "Requests"): the portal told
 * its student so, who has given no other photo since.
 */
export const remarks = [
  'sombre',
  'flou',
  'bouge',
  'reflet',
  'loin',
  'long',
  'coupe',
  'doigt',
  'ombre',
  'deux',
  'autre',
  'sansVisage',
  'contreJour',
  'bruit',
  'plie',
  'double',
  'nonVerifie',
] as const
export type Remark = (typeof remarks)[number]

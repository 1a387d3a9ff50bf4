import type { Remark } from '../../../src/spec/remarks.ts'

/** What the portal told a student of a photograph, for the verifier. */
export const remarkWords: Record<Remark, string> = {
  sombre: 'too dark',
  flou: 'out of focus',
  bouge: 'moved',
  reflet: 'a reflection',
  loin: 'too far away',
  long: 'a long picture, small print',
  coupe: 'not whole within the picture',
  doigt: 'a finger over it',
  ombre: 'a shadow',
  deux: 'two documents',
  autre: 'another thing than was asked for',
  sansVisage: 'no face',
  contreJour: 'against the light',
  bruit: 'grainy',
  plie: 'folded',
  double: 'the same picture as another document',
  nonVerifie: 'not looked at, by a phone that cannot',
}

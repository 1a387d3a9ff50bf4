/** An item of `Resultat[0]` (docs/contract.md). */
export interface Choice {
  code: string
  libelle: string
}

export const series: readonly Choice[] = [
  { code: 'SBT', libelle: 'Sciences biologiques' },
  { code: 'TAL', libelle: 'Terminale Arts et Lettres' },
  { code: 'TLL', libelle: 'Terminale Langues et Littérature' },
  { code: 'TSE', libelle: 'Terminale Sciences Exactes' },
  { code: 'TSECO', libelle: 'Terminale Sciences Économiques' },
  { code: 'TSEXP', libelle: 'Terminale Sciences Expérimentales' },
  { code: 'TSS', libelle: 'Terminale Sciences Sociales' },
]

export const academies: readonly Choice[] = [
  { code: 'BKORD', libelle: 'Bamako Rive Droite' },
  { code: 'BKORG', libelle: 'Bamako Rive Gauche' },
  { code: 'BOUGOUNI', libelle: 'Bougouni' },
  { code: 'DIOILA', libelle: 'Dioïla' },
  { code: 'DOUENTZA', libelle: 'Douentza' },
  { code: 'GAO', libelle: 'Gao' },
  { code: 'KATI', libelle: 'Kati' },
  { code: 'KAYES', libelle: 'Kayes' },
  { code: 'KIDAL', libelle: 'Kidal' },
  { code: 'KITA', libelle: 'Kita' },
  { code: 'KOULIKORO', libelle: 'Koulikoro' },
  { code: 'KOUTIALA', libelle: 'Koutiala' },
  { code: 'MENAKA', libelle: 'Ménaka' },
  { code: 'MOPTI', libelle: 'Mopti' },
  { code: 'NARA', libelle: 'Nara' },
  { code: 'NIORO', libelle: 'Nioro du Sahel' },
  { code: 'SAN', libelle: 'San' },
  { code: 'SEGOU', libelle: 'Ségou' },
  { code: 'SIKASSO', libelle: 'Sikasso' },
  { code: 'TAOUDENIT', libelle: 'Taoudénit' },
  { code: 'TOMBOUCTOU', libelle: 'Tombouctou' },
]

/** Section 1: the accepted identity documents; a parent's when the SIM is in that parent's name. */
export const identityDocuments: readonly Choice[] = [
  { code: 'NINA', libelle: 'Carte NINA' },
  { code: 'BIOMETRIQUE', libelle: 'Carte biométrique' },
  { code: 'PASSEPORT', libelle: 'Passeport' },
  { code: 'FICHE', libelle: 'Fiche descriptive individuelle (moins de 18 ans)' },
  { code: 'PARENT', libelle: "Pièce d'identité d'un parent (carte SIM à son nom)" },
]

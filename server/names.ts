/** Some students have one name, which stands in either field: the other one is empty then. */
export interface Named {
  nom: string
  prenom: string
}

export const hasName = ({ nom, prenom }: Named): boolean => nom !== '' || prenom !== ''
export const hasOneName = ({ nom, prenom }: Named): boolean => nom === '' || prenom === ''

export const fullName = ({ nom, prenom }: Named): string => [nom, prenom].filter(Boolean).join(' ')

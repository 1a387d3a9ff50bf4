/** "M. D.": enough for students who take turns at a tablet, and not a name. */
export function initialsOf({ prenom, nom }: Readonly<Record<string, string>>): string {
  return [prenom, nom]
    .map(name => name?.trim()[0]?.toLocaleUpperCase('fr'))
    .filter(letter => letter !== undefined)
    .map(letter => `${letter}.`)
    .join(' ')
}

/**
 * A sealed dossier is known by its name: whoever writes something of it must seal it, and no look at the disk, no
 * switch and no forgotten argument decides about that.
 */
const prefix = 'scelle-'

export const newSealedId = (): string => prefix + crypto.randomUUID()

export const isSealed = (dossier: string): boolean => dossier.startsWith(prefix)

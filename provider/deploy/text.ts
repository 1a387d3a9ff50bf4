/** Texts that nginx itself sends to students, where no process of the portal can. */
export const tooLarge = 'Fichier selectionné trop volumineux. Au plus 5Mo'
export const tooMany = 'Le service est très demandé. Réessayez dans un instant.'
export const away = 'Le service est momentanément indisponible. Réessayez dans un instant.'

/** The page shown in place of one that can't be served as it was built. */
export const damaged = 'Le portail est abîmé sur cet appareil.'
export const connect =
  "Ouvrez cette page une fois avec Internet : elle se répare. Rien de ce qui attend n'est perdu."
export const repairing =
  "Il se répare : réessayez dans une minute ; rien de ce qui attend n'est perdu."

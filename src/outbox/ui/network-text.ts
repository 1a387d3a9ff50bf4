/** The network's line: one short sentence. */
export const online = 'En ligne'
export const ready = 'En ligne. Prêt hors connexion.'
export const away = 'Hors connexion, tout est gardé.'
export const captivePortal = 'Réseau à ouvrir. Tout est gardé.'
/** The phone's date is what keeps the network away. */
export const wrongDate = 'Vérifiez la date du téléphone.'
/** A request for a receipt is not kept, unlike others; to check one needs no network. */
export const awayFromReceipt = 'Hors connexion : pas de demande.'
export const captivePortalAtReceipt = 'Réseau à ouvrir : pas de demande.'

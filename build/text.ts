/**
 * The last words of index.html's text without scripts; the neutral page replaces them with the
 * contacts.
 */
export const contactsBelow = ', nos contacts sont en bas de cette page.'
export const home = "Page d'accueil"

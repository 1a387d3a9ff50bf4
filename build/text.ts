/** As index.html ends what it says without scripts: the neutral page names the contacts there, since it has no foot. */
export const contactsBelow = ', nos contacts sont en bas de cette page.'
export const home = "Page d'accueil"

export const title = 'Récépissé'
export const intro = 'Téléchargez le récépissé de votre inscription. Le code est celui que vous avez reçu par SMS en vous inscrivant.'
export const download = 'Téléchargez votre récépissé'
export const pending = 'Recherche de votre récépissé…'
export const none = 'Aucun récépissé ne correspond à ces informations.'
export const noLink = "Le serveur n'a pas donné de lien vers votre récépissé. Contactez l'assistance."
export const untrusted = "Le lien donné par le serveur n'est pas sûr ; il n'a pas été suivi. Contactez l'assistance."

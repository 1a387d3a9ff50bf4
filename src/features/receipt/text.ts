export const title = 'Récépissé'
export const intro = 'Téléchargez le récépissé de votre inscription. Le code est celui que vous avez reçu par SMS en vous inscrivant.'
export const known = 'Vos réponses gardées sur cet appareil sont déjà écrites ci-dessous. Il reste à saisir le code reçu par SMS en vous inscrivant.'
export const allKnown = 'Vos réponses et votre code, gardés sur cet appareil, sont déjà écrits ci-dessous.'
export const download = 'Téléchargez votre récépissé'
export const open = (labels: readonly string[]) => `À remplir ou à corriger : ${labels.join(', ')}.`
export const offline = "Sans réseau, le récépissé ne peut pas être demandé, et la demande n'est pas mise en attente. Laissez cette page ouverte et touchez le bouton quand le réseau revient."
export const whichCode = (digits: number) => `Le code à ${digits} chiffres de votre inscription, le dernier que le portail a accepté.`
export const keptCode = "C'est le code que vous avez confirmé, gardé sur cet appareil : le SMS n'est plus nécessaire."
export const noSms = "Je n'ai plus le SMS"
export const findSms = "Cherchez-le sur le téléphone dont vous avez donné le numéro, dans les messages du jour de votre inscription. S'il y en a plusieurs, essayez d'abord le dernier."
export const goneSms = "S'il est effacé, le portail ne peut pas redonner le code. Demandez à l'équipe de votre campus ou appelez l'assistance, avec votre numéro matricule."
export const pending = 'Recherche de votre récépissé…'
export const none = 'Aucun récépissé ne correspond à ces informations.'
export const refused = "Vérifiez le code, le numéro de place, la série et l'académie, puis recommencez."
export const noLink = "Le serveur n'a pas donné de lien vers votre récépissé. Contactez l'assistance."
export const untrusted = "Le lien donné par le serveur n'est pas sûr ; il n'a pas été suivi. Contactez l'assistance."

/** The portal follows the link; the browser does not tell what it does with it then. */
export const started = 'Le téléchargement de votre récépissé a commencé.'
export const startedTitle = `Téléchargement commencé – ${title}`
export const where = 'Vous le trouverez dans les téléchargements de ce téléphone (application « Fichiers » ou « Téléchargements »).'
export const keepIt = 'Ouvrez-le pour vérifier votre nom, puis gardez-le ou imprimez-le.'
export const shared = 'Cet appareil est partagé : imprimez ou envoyez le fichier, puis effacez-le des téléchargements avant de partir.'
export const again = "Rien ne s'est ouvert ? Ouvrir le récépissé"
export const another = 'Télécharger un autre récépissé'

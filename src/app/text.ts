/** Of the shell of every page, and of the pages for errors. */
export const contacts = 'Contacts'
export const aidOffice = 'Office des aides aux étudiants'
export const provider = 'Opérateur de paiement'
export const tollFree = 'Numéro vert (gratuit)'
export const email = 'Courriel'
export const runBy = "Ce portail est celui de l'office des aides aux étudiants, avec l'opérateur de paiement mobile. Il est gratuit."
export const skip = 'Aller au contenu'
export const aidName = 'Aide aux\nétudiants'
export const paymentName = 'Paiement\nmobile'
export const aidLogo = 'Aide aux étudiants, accueil'
export const paymentLogo = 'Paiement mobile, accueil'

/** Section 2, to the letter. */
export const notFound = "La page que vous cherchée n'a pas été trouvée."

export const missingPart = "Cette page n'est pas arrivée"
export const crashed = "Une erreur inattendue s'est produite"
export const allKept = 'Ce que vous avez saisi et photographié est gardé sur cet appareil.'
export const weakNetwork = 'Le réseau est faible ou coupé.'
export const reloadToGoOn = 'Rechargez la page pour continuer.'

/**
 * On the last day, to a student of whom something is not sent; `goes`: it waits for the network,
 * not for the student.
 */
export const lastDay = (wait: string, unsent: string, goes: boolean) => `Inscriptions closes dans ${wait} : ${unsent}. ${goes ? 'Restez connecté, ou allez là où le réseau passe.' : 'Terminez votre inscription.'}`

export const updateReady = 'Une nouvelle version du portail est prête. Ce que vous avez saisi et photographié est gardé.'
export const updated = 'Le portail a été mis à jour. Rechargez cette page quand vous le voulez : rien de ce qui est gardé ne se perd.'
export const updating = "La nouvelle version prend la place de l'ancienne dès que celle-ci a fini d'attendre le réseau. La page se rechargera toute seule ; tout reste gardé."
export const replaced = 'Une page abîmée de cet appareil a été remplacée.'
export const altered = "Ce réseau, un VPN ou un antivirus modifie le portail : il ne s'ouvrira pas hors connexion. Essayez un autre réseau."
export const update = 'Mettre à jour le portail'

export const inApp = (browser: string) => `Cette fenêtre n'est pas un navigateur complet : vos réponses et vos photos peuvent s'y perdre. Ouvrez le portail dans ${browser} avant de commencer.`
export const openIn = (browser: string) => `Ouvrir dans ${browser}`
export const openByHand = (menu: string, browser: string) => `Si rien ne s'ouvre, touchez « ${menu} » puis « ${openIn(browser)} », ou copiez cette adresse dans ${browser} :`
export const copyAddress = "Copier l'adresse"
export const copied = 'Adresse copiée'

export const goOnInMemory = 'Continuer sans enregistrer'
export const memoryOnly = 'Vous pouvez vous inscrire, mais rien ne reste sur cet appareil : quitter cette page efface vos réponses et les photos qui ne sont pas parties.'

export const newerHere = "Une version plus récente du portail a gardé ici ce que celle-ci ne sait pas lire. Rien n'est perdu : rechargez cette page quand le réseau est là."
export const damagedDossiers = (count: number) => (count > 1 ? `${count} brouillons gardés sur cet appareil sont abîmés et ne peuvent plus être lus. Donnez ces réponses à nouveau.` : 'Un brouillon gardé sur cet appareil est abîmé et ne peut plus être lu. Donnez vos réponses à nouveau.')
export const damagedRequests = (count: number) => (count > 1 ? `${count} envois gardés sur cet appareil sont abîmés et ne partiront pas. Vérifiez vos documents, et reprenez ceux qui manquent.` : 'Un envoi gardé sur cet appareil est abîmé et ne partira pas. Vérifiez vos documents, et reprenez celui qui manque.')
export const putBack = 'Ce téléphone avait perdu des réponses ou des photos gardées ici : le portail les a remises en place.'
const numbers = ['Aucune', 'Une', 'Deux', 'Trois', 'Quatre', 'Cinq']
const listed = (names: readonly string[]) => names.join(', ').replace(/, ([^,]*)$/, ' et $1')
/** `names`: of the documents, within a sentence. */
export const lostPhotos = (names: readonly string[]) => (names.length > 1 ? `${numbers[names.length]} photos gardées ici ont disparu : ${listed(names)}. Reprenez-les.` : `Une photo gardée ici a disparu : ${listed(names)}. Reprenez-la.`)
export const sentAlready = (names: readonly string[]) => `Le serveur a déjà reçu ${listed(names)} : rien à reprendre.`
export const understood = "J'ai compris"

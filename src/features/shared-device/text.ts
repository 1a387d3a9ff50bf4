import type { CodeFault } from '../../core/crypto/codes.rule.ts'

const dossiers = (count: number) => (count > 1 ? `${count} dossiers` : 'un dossier')

/** What the foot of each page says about the data on this device. */
export const mode = 'Appareil partagé'
export const switchHint = "À activer sur une tablette qui passe d'un étudiant à l'autre. Chaque dossier est alors protégé par un code que l'étudiant choisit, et se verrouille tout seul. Les photos reçues d'une autre application, et encore sans document, sont effacées."
export const shared = "Chaque étudiant efface son dossier lui-même, avec « Terminer et effacer ». Les photos restent aussi dans la galerie de l'appareil, et les récépissés dans ses téléchargements : effacez-les là."
export const stillEncrypted = (count: number) => `Il y a encore ${dossiers(count)} sur cet appareil. Ouvrez chaque dossier avec son code et terminez-le, ou effacez-le, avant de désactiver « Appareil partagé ».`

/** The bar above the page of an open dossier. */
export const openDossier = (initials: string) => (initials ? `Dossier de ${initials}` : 'Dossier ouvert')
export const lock = 'Verrouiller'
export const list = 'Dossiers'
export const finish = 'Terminer et effacer'
export const closing = "Le dossier va se verrouiller. Touchez l'écran pour continuer."

/** Texts of the unlock screen. */
export const title = 'Dossiers protégés'
export const intro = "Sur cet appareil partagé, chaque dossier s'ouvre avec le code de son étudiant."
export const empty = "Aucun dossier n'est gardé sur cet appareil."
export const open = 'Ouvrir'
export const begin = 'Commencer un nouveau dossier'
export const choose = 'Choisissez un code pour votre dossier'
export const chooseHint = "Trois mots, ou au moins 6 lettres, ou 8 chiffres. Pas une date de naissance, ni un numéro de téléphone. Personne ne peut le retrouver, et sans lui ce qui n'est pas envoyé est perdu."
export const proposed = 'Trois mots faciles à garder'
export const onPaper = 'Écrivez-les sur un papier, et gardez-le avec vous. Les majuscules et les espaces ne comptent pas.'
export const take = 'Prendre ces mots'
export const others = "D'autres mots"
export const fromPaper = 'Tapez les trois mots, comme sur votre papier.'
export const code = 'Code'
export const again = 'Le même code, une deuxième fois'
export const create = 'Protéger et commencer'
export const encrypt = 'Protéger ce dossier'
export const working = 'Protection en cours…'
export const opening = 'Ouverture…'
export const yourCode = 'Votre code'
export const back = 'Retour'
export const erased = "Dix codes faux : ce brouillon a été effacé de l'appareil. Ce qui était en attente d'envoi partira quand même, sauf ce qui attend un code."
export const altered = "Ce dossier a été modifié en dehors du portail : il ne s'ouvre plus. Ce qui était en attente d'envoi partira quand même, sauf ce qui attend un code. Commencez un nouveau dossier."
export const gone = "Ce dossier n'est plus sur cet appareil."
export const failed = "L'appareil n'a pas pu ouvrir ou garder ce dossier. Réessayez."
export const interrupted = "Le téléphone a fermé le portail pendant qu'une photo était prise. Entrez votre code : tout ce qui était enregistré est gardé, la photo est à reprendre."
export const staleErase = 'Effacer sans code'
export const stale = 'Pas touché depuis plus de 30 jours.'
export const staleSure = "Effacer ce dossier qui n'est pas le vôtre ?"
export const staleDetail = "Ce qui attend d'être envoyé partira quand même, sauf ce qui attend un code. Le reste est perdu."
export const noneYet = 'Pas encore de dossier ?'
export const ownCode = "Chaque étudiant choisit un code. Personne d'autre ne peut ouvrir son dossier."

/** Dossiers started before the device was shared. */
export const unencryptedTitle = 'Dossiers encore sans code'
export const unencrypted = "Ces dossiers ont été commencés avant le mode « Appareil partagé » et peuvent encore être lus par le prochain étudiant. Donnez un code à chacun, ou effacez-le. Ils ne s'ouvrent pas d'ici là."
export const unencryptedFinished = 'terminé'
export const giveCode = 'Lui donner un code'
export const changed = 'Ce dossier vient de changer. Réessayez.'

/** Texts about one dossier, and about a wrong code, when a code is chosen or tried. */
export const nameless = 'Sans nom'
export const savedAt = (age: string) => `enregistré ${age}`
export const kept = (count: number) => `${count} dossier${count > 1 ? 's' : ''} sur cet appareil`
export const row = (initials: string, age: string) => `${initials || nameless}, ${savedAt(age)}`
export const waiting = (count: number) => (count > 1 ? `${count} envois attendent le réseau` : 'un envoi attend le réseau')
export const count = (given: number, asked: number) => `${given}/${asked}`
export const photos = (given: number, asked: number) => `${given} photo${given > 1 ? 's' : ''} sur ${asked}`
export const unlock = (initials: string) => (initials ? `Ouvrir le dossier de ${initials}` : 'Ouvrir le dossier sans nom')
export const wrong = (left: number) => `Ce code n'est pas le bon. Il reste ${left} essai${left > 1 ? 's' : ''} ; ensuite le brouillon est effacé.`
export const waits = (wait: string) => `Trop de codes faux. Réessayez dans ${wait}.`
export const faultText: Record<CodeFault, string> = {
  short: 'Pas moins de 6 lettres, ou de 8 chiffres.',
  digits: 'Des chiffres seuls : il en faut au moins 8.',
  simple: 'Ce code est trop facile à deviner.',
  different: 'Les deux codes ne sont pas les mêmes.',
}

import type { StorageTrouble } from '../../core/db/database.ts'

export const leaves = 'Partira'
export const openNetwork = 'Ouvrir la page de ce réseau'
export const refused = 'Le serveur a refusé la demande, sans dire pourquoi.'
export const late = (written: string, arrived: string) => `Écrit ici le ${written} ; arrivé le ${arrived}. Tout reste gardé sur cet appareil.`
export const listMissing = (why: string) => `Une liste de choix n'a pas pu être chargée. ${why}`
export const listIncomplete = 'Elle est arrivée vide ou incomplète.'
export const heldFor = (wait: string) => `Vous pourrez réessayer dans ${wait}.`
export const inTime = (wait: string) => `dans ${wait}`
export const soon = 'bientôt'
export const onDay = (day: string) => `le ${day}`
/** `why` is empty where nothing but the network is missing. */
export const kept = (why: string, what: string, age: string) => `${why ? `${why} Voici` : 'Sans réseau, voici'} ${what}. Dernière mise à jour ${age}.`

export const sending = (number: number, total: number) => `Envoi ${number} sur ${total}`
export const left = (size: string) => `, reste ${size}`
export const waiting = (count: number) => `${count} envoi${count > 1 ? 's' : ''} en attente`
export const notArrived = (count: number) => (count > 1 ? `${count} envois ne sont pas encore arrivés` : "1 envoi n'est pas encore arrivé")
export const heavy = (size: string) => `, ${size}`

export const storageTroubleText: Record<StorageTrouble, string> = {
  full: "Il n'y a plus de place sur cet appareil : ce qui est déjà gardé le reste, mais rien de nouveau ne peut l'être. Effacez des photos ou des applications, puis réessayez.",
  outdated: "Une version plus récente du portail a été ouverte sur cet appareil. Rechargez cette page : tout ce qui a été gardé s'y retrouve.",
  locked: 'Rien ne peut être gardé pour ce dossier : il est verrouillé, effacé, ou sans code sur un appareil partagé. Ouvrez un dossier avec son code, ou commencez-en un nouveau.',
  forbidden: 'Ce navigateur ne laisse rien garder au portail (navigation privée, ou cookies bloqués). Ouvrez le portail dans une fenêtre normale, ou autorisez les cookies.',
  silent: "La mémoire de ce téléphone ne répond pas. Rien n'est perdu. Fermez les autres onglets du portail, puis redémarrez le navigateur.",
  unreadable: 'La mémoire de ce téléphone est illisible, peut-être abîmée. Fermez les autres onglets du portail, puis redémarrez le navigateur.',
}

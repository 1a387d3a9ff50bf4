/**
 * Texts of receipts kept on the device; they load with the files that an enrolment can do without.
 */
export const keep = 'Garder une copie'
export const keepHint = "Elle s'ouvrira sur cette page, aussi sans réseau."
export const keepHintShared = "Elle s'ouvrira sur cette page, avec le code de votre dossier, jusqu'à « Terminer et effacer »."
export const keeping = 'La copie arrive…'
export const kept = "Une copie est gardée sur ce téléphone : elle s'ouvre aussi sans réseau."
export const notKept = "Aucune copie n'est gardée sur cet appareil partagé. Pour en garder une, ouvrez d'abord votre dossier avec son code."
export const otherHost = "Le portail n'a pas pu lire ce fichier : le réseau manque, ou ce serveur ne le permet pas. Réessayez une fois, sinon gardez le fichier téléchargé."
export const gone = 'Ce lien ne sert plus. Demandez le récépissé de nouveau, puis gardez la copie tout de suite.'
export const noReceipt = "Ce qui est arrivé n'est pas un récépissé complet, et n'a pas été gardé. Réessayez."

export const title = (count: number) => (count > 1 ? 'Vos récépissés gardés' : 'Votre récépissé gardé')
export const holder = (name: string, end: string) => (name ? `${name}, matricule …${end}` : `Matricule …${end}`)
export const at = (age: string) => `Copie gardée ${age}`
export const fileName = (end: string) => `recepisse-${end}.pdf`
export const open = 'Ouvrir la copie'
export const share = 'Partager'
export const notShared = "L'envoi n'a pas réussi. Ouvrez la copie, puis envoyez-la depuis le lecteur."
export const print = "Pour l'imprimer : ouvrez la copie, puis choisissez « Imprimer » dans le menu."
export const leave = "Avant de partir : fermez la copie ouverte et effacez-la des téléchargements de l'appareil."
export const erase = 'Effacer la copie'
export const eraseTitle = 'Effacer cette copie ?'
export const erased = 'La copie est effacée de cet appareil.'
export const eraseDetail = "Elle ne s'ouvrira plus sans réseau. Le code de votre inscription permet de demander le récépissé de nouveau."

import type { ShortCall } from '../../core/api/endpoints.ts'

export const title = "Ce qui attend d'être envoyé"
export const retry = 'Réessayer maintenant'

/** The whole queue. */
export const waiting = (count: number) => (count > 1 ? `${count} envois attendent.` : '1 envoi attend.')
export const bySelf = (size: string) => `En tout ${size}. Tout est gardé sur cet appareil et part tout seul dès que le réseau le permet.`
export const none = "Rien n'attend le réseau."
export const ready = (count: number) => `${count} photo${count > 1 ? 's préparées sont' : ' préparée est'} sur cet appareil et ne part${count > 1 ? 'ent' : ''} qu'une fois votre numéro confirmé.`
export const arrived = (age: string) => `Le dernier envoi est arrivé ${age}.`

/** The result of "Réessayer maintenant". */
export const trying = 'Essai en cours… Gardez cette page ouverte.'
export const gone = (count: number) => (count > 1 ? `${count} envois sont arrivés.` : '1 envoi est arrivé.')
export const rest = (count: number) => (count > 1 ? `${count} autres suivent.` : '1 autre suit.')
export const notYet = "Rien n'est perdu."

/** Headings of the dossiers. */
export const whose = (name: string, end: string) => (end ? `${name || 'Dossier'}, matricule …${end}` : name || 'Votre dossier')
export const initials = (letters: string) => (letters ? `Dossier de ${letters}` : 'Dossier sans nom')
export const others = "D'autres dossiers de cet appareil"
export const other = 'Un autre dossier'
export const locked = (count: number) => (count > 1 ? `${count} envois attendent le réseau` : '1 envoi attend le réseau')

/** Each item and its state. */
export const callText: Record<ShortCall, string> = {
  save: 'Vos réponses',
  code: 'Votre code de confirmation',
  newCode: 'La demande du nouveau code',
  validate: 'La fin de votre demande',
}
export const otherCall = 'Un envoi du portail'
export const since = (age: string, size: string) => `Gardé ici ${age} · ${size}`
export const sending = 'Envoi en cours'
export const soon = 'Part dès que possible.'
export const picked = 'Photo gardée ici. Elle sera préparée, puis envoyée.'
export const held = "Remis à un autre appareil, qui l'envoie à la place de celui-ci."
export const again = 'À refaire :'
export const redo = 'Le refaire'
export const needsCode = 'Attend le code reçu par SMS.'
export const giveCode = 'Donner le code'

import type { Gone } from '../gone.rule.ts'

/** Told of documents that went, or came back, while nobody looked. Nobody is named: a locked phone shows it, too. */
const arrived = (count: number) => `${count} document${count > 1 ? 's sont arrivés' : ' est arrivé'}.`
const refused = (count: number) => `${count} document${count > 1 ? 's sont' : ' est'} à refaire.`
export const gone = (news: Gone) => [news.arrived > 0 && arrived(news.arrived), news.refused > 0 && refused(news.refused)].filter(Boolean).join(' ')
export const meanwhile = (news: Gone) => `Depuis votre dernière visite : ${gone(news)}`

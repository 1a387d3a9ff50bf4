export const confirm = 'Je confirme'
export const optional = '(facultatif)'

export const kilobytes = (count: number) => `${count} ko`
export const megabytes = (count: string) => `${count} Mo`
export const decimalMark = ','
export const justNow = "à l'instant"
export const minutesAgo = (count: number) => `il y a ${count} min`
export const hoursAgo = (count: number) => `il y a ${count} h`
export const daysAgo = (count: number) => `il y a ${count} jour${count > 1 ? 's' : ''}`
export const seconds = (count: number) => `${count} s`
export const minutes = (count: number) => `${count} min`

/** Written without Intl (format.ts). */
export const moment = (day: string, hour: string) => `${day}, ${hour}`
export const hour = (hours: number, minutes: string) => `${hours} h ${minutes}`

export const onItsWay = 'La page arrive. Sur un réseau lent, cela prend un moment.'

export const partMissing = "Une partie de cette page n'est pas arrivée."
/**
 * Many a browser asks for a part that has failed only in a page that is loaded anew
 * (whatwg/html#6768).
 */
export const orReload = 'Si rien ne vient, rechargez la page.'

/** For a page's title. */
export const faulty = (title: string) => `Erreur : ${title}`

/** For the contacts of a student who is stuck. */
export const help = "Besoin d'aide ?"
export const call = (number: string) => `Appeler le ${number}`
export const free = '(gratuit)'
export const writeTo = (number: string) => `WhatsApp ${number}`

/** With a no-break space: a colon never stands at the beginning of a line. */
export const faultOf = (label: string, fault: string) => `${label}\u00a0: ${fault}`

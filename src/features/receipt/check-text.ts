/** The view that checks a receipt (docs/contract.md, "What a receipt proves"). */
export const title = "Vérification d'un récépissé"
export const pending = 'Vérification…'

export const authentic = 'Récépissé authentique'
export const signed = "Il a été délivré par le service d'inscription, et dit ceci :"
export const matricule = 'Matricule'
export const name = 'Nom'
export const state = 'État du dossier, ce jour-là'
export const day = 'Délivré le'
export const compare = "Comparez ces lignes avec le récépissé et avec une pièce d'identité. Si l'une d'elles est différente, le papier a été modifié."

export const altered = "Ce récépissé n'est pas authentique."
export const alteredNext = "Son code a été modifié, ou l'appareil l'a mal lu. Scannez-le encore une fois : si ce message revient, n'acceptez pas ce récépissé."
export const unknownKey = 'Ce récépissé est signé par une clé que ce portail ne connaît pas.'
export const unknownKeyNext = "Le portail gardé sur cet appareil est peut-être ancien : ouvrez-le avec du réseau, acceptez sa nouvelle version, puis scannez de nouveau. Si ce message revient, n'acceptez pas ce récépissé."
export const noReceipt = "Cette adresse n'est pas celle d'un récépissé entier."
export const noReceiptNext = 'Scannez de nouveau le code carré imprimé sur le récépissé, sans en couper les bords.'
export const unchecked = 'Cet appareil ne peut pas vérifier ce récépissé.'
export const uncheckedNext = "Le service d'inscription ne signe pas ses récépissés, ou ce navigateur ne sait pas les vérifier. Demandez à l'assistance."

export const toForm = 'Télécharger un récépissé'

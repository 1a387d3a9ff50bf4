export const codeHint = (digits: number) => `Les ${digits} chiffres reçus par SMS.`
export const keepCodeSecret = 'Ne donnez jamais ce code, ni vos documents, à une autre personne. Votre inscription est gratuite.'
export const correctCode = 'Vérifiez le dernier SMS reçu, puis corrigez le code.'
export const verifying = 'Vérification du code…'
export const noCode = 'Je ne reçois pas le code'
export const noCodeDetail = 'Gardez ce téléphone allumé et la carte SIM en place : sur un réseau lent, un SMS met parfois plusieurs minutes. Ensuite, demandez un nouveau code.'
export const newCode = 'Recevoir un nouveau code'
export const newCodeIn = (seconds: number) => `Un nouveau code pourra être demandé dans ${seconds} s.`
export const newCodeAsked = 'Nouveau code demandé…'

/** For a code that the server asks for once more, before it takes what waits here. */
export const asked = 'Un code est demandé'
export const whyAsked = "Rien n'est perdu : vos photos sont gardées ici et partent toutes seules une fois le code confirmé."
export const confirm = 'Confirmer le code'
export const writeCode = "Écrivez d'abord le code du SMS."
export const staysOpen = 'Le code part dès que le réseau revient, si cette page reste ouverte.'
export const confirmed = 'Code confirmé.'
export const goesOn = 'Vos photos partent toutes seules, ne les reprenez pas.'

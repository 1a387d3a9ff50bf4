/** Texts of the page that prepares documents before enrolment is open. */
export const intro = "Photographiez vos documents maintenant, même sans réseau. Ils ne seront plus demandés à l'inscription."
export const free = 'Rien ne part maintenant : préparer vos documents ne coûte pas de données.'
export const leaving = 'Votre numéro est confirmé : chaque photo part toute seule.'
export const comeBack = "Revenez à l'ouverture des inscriptions : vous n'aurez plus qu'à écrire vos réponses."
export const enrolNow = 'Les inscriptions sont ouvertes : écrivez vos réponses, vos photos partiront avec elles.'
export const whereTitle = 'Où sont mes photos ?'
export const here = 'Elles sont seulement sur cet appareil. Elles partent une fois votre numéro confirmé.'
export const encrypted = 'Elles sont protégées par votre code : personne ne les voit sans lui.'
export const stale = (days: number) => `Si vous n'y touchez pas pendant ${days} jours, le portail propose de les effacer.`
export const whoseTitle = 'À quel nom ?'

export const title = (document: string) => `Recadrer : ${document}`
export const help = 'Placez les quatre coins sur ceux de la feuille. Elle sera redressée.'
export const stage = 'Photo. Pincez ou utilisez + et − pour agrandir, les flèches pour la déplacer.'
export const corners = ['Coin en haut à gauche', 'Coin en haut à droite', 'Coin en bas à droite', 'Coin en bas à gauche']
export const cornerHelp = 'Déplacez ce coin avec les flèches.'
export const corner = (name: string, x: number, y: number) => `${name} : ${x} % depuis la gauche, ${y} % depuis le haut`
export const nearer = 'Agrandir'
export const farther = 'Réduire'
export const turnLeft = "Tourner d'un quart de tour à gauche"
export const turnRight = "Tourner d'un quart de tour à droite"
export const whole = 'Toute la photo'
export const sheet = 'La feuille'
export const use = 'Utiliser cette photo'
export const turned = (turns: number) => (turns === 0 ? 'Photo droite' : `Photo tournée de ${turns * 90}° vers la droite`)
export const leave = 'Quitter sans garder vos changements ?'
export const lost = 'La photo reste comme elle était avant.'

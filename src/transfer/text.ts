export const title = 'Changer de téléphone'

/** Apart from the other words of this folder, which are loaded once they are needed. */
export const link = 'Données sur cet appareil'

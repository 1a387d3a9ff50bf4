/** Apart from the other words of this folder, which are loaded once they are needed. */
export const footText = { link: 'Données sur cet appareil' } as const

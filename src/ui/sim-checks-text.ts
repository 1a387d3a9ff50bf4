/**
 * Apart from text.ts, which every page loads: where no operator is set, the build leaves these out.
 */
export const simName = "Une carte SIM au nom d'un inconnu bloque le paiement : elle doit être à votre nom, ou au nom de l'un de vos parents."
export const operators = { orange: 'Orange', malitel: 'Moov Africa Malitel', telecel: 'Telecel' } as const
export const checkSim = (operator: string, dialled: string) => `Vérifier à quel nom est ma SIM (${operator} : ${dialled})`

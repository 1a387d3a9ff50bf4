import { isThere, needs } from '../../run/needs.ts'

const engines = ['firefox', 'webkit'] as const

export type EngineName = (typeof needs)[(typeof engines)[number]]['name']

/** Those that this machine lacks: their journeys are left out. */
export const missingEngines = (): EngineName[] => engines.filter(name => !isThere(name)).map(name => needs[name].name)

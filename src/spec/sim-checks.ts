/** The operators of section 1, by the names of their build settings. */
export type Operator = 'orange' | 'malitel' | 'telecel'

/** What a student dials so that the operator says in whose name the SIM card is registered. */
export type SimCheck = readonly [operator: Operator, dialled: string]

const settings: Readonly<Record<Operator, string>> = {
  orange: 'VITE_SIM_CHECK_ORANGE',
  malitel: 'VITE_SIM_CHECK_MALITEL',
  telecel: 'VITE_SIM_CHECK_TELECEL',
}

/** A service code from its first star to its hash, or a number. */
const dialable = /^(?:[*#]{1,2}\d+(?:\*\d+)*#|\+?\d{2,15})$/

/**
 * @throws Error in English, naming the variable and what it takes, for the person who builds the
 * portal.
 */
export function readSimChecks(env: Readonly<Record<string, unknown>>): SimCheck[] {
  return Object.entries(settings).flatMap(([operator, name]) => {
    const value = String(env[name] ?? '').trim()
    if (value && !dialable.test(value))
      throw new Error(
        `${name} is "${value}": write what students dial, such as "*123#" (in quotes) or 36000.`,
      )
    return value ? [[operator as Operator, value] as const] : []
  })
}

/** In an address `#` would begin a fragment, and the phone would not dial it. */
export const dialAddress = (dialled: string): string => `tel:${dialled.replaceAll('#', '%23')}`

/**
 * The build inlines `null` where no operator is set: then what draws the links is left out, too.
 */
export const simChecks: readonly SimCheck[] | null =
  import.meta.env?.SIM_CHECKS === undefined
    ? readSimChecks(import.meta.env ?? {})
    : import.meta.env.SIM_CHECKS

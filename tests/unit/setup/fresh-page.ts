import { vi } from 'vitest'

type All<Modules> = Modules extends [infer First, ...infer Rest] ? First & All<Rest> : unknown

/** A page or tab with modules and memory of its own. @returns what these modules export */
export async function freshPage<Modules extends unknown[]>(
  ...loads: { [At in keyof Modules]: () => Promise<Modules[At]> }
): Promise<All<Modules>> {
  vi.resetModules()
  return Object.assign({}, ...(await Promise.all(loads.map(load => load()))))
}

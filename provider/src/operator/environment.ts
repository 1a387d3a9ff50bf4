import * as v from 'valibot'

type Read<Output> = { output: Output } | { name: string; value: string; fault: string }

/**
 * An empty variable counts as not set.
 * @returns what the schema makes of the variables, or the first that is wrong
 */
export function readEnvironment<Output>(
  schema: v.GenericSchema<unknown, Output>,
  env: NodeJS.ProcessEnv,
): Read<Output> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(schema, present)
  if (parsed.success) return { output: parsed.output }
  const [{ path, message }] = parsed.issues
  const name = String(path?.[0]?.key ?? '')
  return { name, value: String(present[name] ?? ''), fault: message }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A misspelt setting would be left out without a word, and the portal would call its default.
 * @param env the variables that begin with `VITE_`
 * @throws Error that names those that src/app/env.d.ts does not declare
 */
export function knownSettings(root: string, env: Record<string, string>): Record<string, string> {
  const declared = readFileSync(join(root, 'src', 'app', 'env.d.ts'), 'utf8')
  const unknown = Object.keys(env).filter(
    name => !declared.includes(`readonly ${name}?:`) && name !== nodeEnvOfVite,
  )
  if (unknown.length > 0)
    throw new Error(
      `There is no setting ${unknown.join(', ')}: provider/docs/deploy.md, "Configuration", names them all.`,
    )
  return env
}

/** Vite passes a `NODE_ENV` of a file on by this name. */
const nodeEnvOfVite = 'VITE_USER_NODE_ENV'

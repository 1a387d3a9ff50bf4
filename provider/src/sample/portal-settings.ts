import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnv } from 'vite'
import { readSettings } from '../../../src/core/api/settings.ts'
import { bases } from '../web/bases.ts'

/** What of the portal's own settings a newcomer must know: they are those of a deployment. */
export function portalNotes(root: string): string[] {
  const files = ['.env.local', '.env.production', '.env.production.local']
  const named = Object.values(readSettings(loadEnv('production', root, 'VITE_')).bases)
  const foreign = [...new Set(named)].filter(base => !bases.some(({ path }) => path === base))
  return [
    ...files
      .filter(name => existsSync(join(root, name)))
      .map(name => `The portal is built with the settings of ${name}.`),
    ...foreign.map(base => `The portal calls ${base}, which this provider does not answer.`),
  ]
}

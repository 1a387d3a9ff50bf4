import { join } from 'node:path'
import type { Plugin } from 'vite'

const besides = ['src/app/optional-screens.tsx', 'src/app/follow-up-screens.tsx']

interface StartFiles {
  plugin: Plugin
  /** Of what home and status need before React. */
  isEarly(id: string): boolean
  /** Of what every page needs with React. */
  has(id: string): boolean
}

/**
 * The files that every page needs at its start, besides the entry, which imports none of them statically. Found by
 * following the imports, so that a later screen cannot add to the first download or split it into more requests.
 */
export function startFiles(root: string): StartFiles {
  let early = new Set<string>()
  let files = new Set<string>()
  return {
    isEarly: id => early.has(id),
    has: id => files.has(id),
    plugin: {
      name: 'start-files',
      apply: 'build',
      // These two groups of screens import the enrolment's screens: code that they share then gets no file of its own.
      transform: (code, id) =>
        besides.some(path => id === join(root, path)) ? `import './screens.tsx'\n${code}` : undefined,
      renderStart() {
        const reach = (entry: string) => {
          const reached = new Set<string>()
          const ahead = [join(root, entry)]
          for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
            if (reached.has(id)) continue
            reached.add(id)
            ahead.push(...(this.getModuleInfo(id)?.importedIds ?? []))
          }
          return reached
        }
        const entry = reach('src/main.ts')
        early = new Set([...reach('src/app/early.tsx')].filter(id => !entry.has(id)))
        files = new Set([...reach('src/app/hydrate.tsx')].filter(id => !entry.has(id) && !early.has(id)))
      },
    },
  }
}

import { join } from 'node:path'
import type { Plugin } from 'vite'

const besides = ['src/app/optional-screens.tsx', 'src/app/follow-up-screens.tsx']

interface StartFiles {
  plugin: Plugin
  has(id: string): boolean
}

/**
 * Which files every page needs at its start, behind the entry itself, which waits for none of them. Told by what imports
 * what, so that no later screen can bring more into what comes first, or cut it into more requests.
 */
export function startFiles(root: string): StartFiles {
  let files = new Set<string>()
  return {
    has: id => files.has(id),
    plugin: {
      name: 'start-files',
      apply: 'build',
      // What is done beside and after an enrolment stands on the screens of one: what both need is no file of its own.
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
        files = new Set([...reach('src/app/hydrate.tsx')].filter(id => !entry.has(id)))
      },
    },
  }
}

import { join } from 'node:path'
import type { Plugin } from 'vite'

interface StartFiles {
  plugin: Plugin
  /** Of what home and status need before React. */
  isEarly(id: string): boolean
  /** Of what every page needs with React. */
  has(id: string): boolean
  /** Of what the screens of an enrolment need besides. */
  isOfEnrolment(id: string): boolean
}

type Sets = [Set<string>, Set<string>, Set<string>]

/**
 * Which files are needed how soon, besides the entry, which imports none of them statically. Found
 * by following the imports, so that a later screen cannot add to the first download or split it
 * into more requests.
 * @throws Error where home or status would need React
 */
export function startFiles(root: string): StartFiles {
  let [early, start, enrolment] = [0, 1, 2].map(() => new Set<string>()) as Sets
  return {
    isEarly: id => early.has(id),
    has: id => start.has(id),
    isOfEnrolment: id => enrolment.has(id),
    plugin: {
      name: 'start-files',
      apply: 'build',
      renderStart() {
        const known = new Set<string>()
        /** What this file imports and none of those before it. */
        const reach = (entry: string) => {
          const reached = new Set<string>()
          const ahead = [join(root, entry)]
          for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
            if (known.has(id)) continue
            known.add(id)
            reached.add(id)
            ahead.push(...(this.getModuleInfo(id)?.importedIds ?? []))
          }
          return reached
        }
        const entry = reach('src/main.ts')
        early = reach('src/app/early.tsx')
        // src/ui/draw.tsx takes what it does not know for a fragment, and React makes all such.
        const react = [...entry, ...early].find(id => /\/node_modules\/react\/index\.js$/.test(id))
        const importers = (react && this.getModuleInfo(react)?.importers) || []
        // Its own runtime for JSX does in development.
        const isBefore = (id: string) => entry.has(id) || early.has(id)
        const by = importers.find(id => isBefore(id) && !id.includes('/node_modules/react/'))
        if (by) throw new Error(`${by} is drawn before React is there, and imports it.`)
        start = reach('src/app/hydrate.tsx')
        enrolment = reach('src/app/screens.tsx')
      },
    },
  }
}

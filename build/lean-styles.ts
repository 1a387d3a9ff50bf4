import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'postcss'
import { reduceStyles, type Vocabulary, vocabularyOfSource } from './styles.ts'

/** Elements stand in components; what an attribute says of them may be a word of the rules or the states. */
export function vocabularyOfPortal(portal: string): Vocabulary {
  const files = readdirSync(join(portal, 'src'), { recursive: true, encoding: 'utf8' }).map(name => join('src', name))
  const read = (names: readonly string[]) => names.map(name => readFileSync(join(portal, name), 'utf8')).join('\n')
  return vocabularyOfSource(
    read(['index.html', ...files.filter(name => name.endsWith('.tsx'))]),
    read(files.filter(name => name.endsWith('.ts'))),
  )
}

/**
 * Pico styles every element that there is; the portal draws a few dozen, and downloads what those need.
 * @param portal where index.html and src/ stand
 */
export function leanStyles(portal: string): Plugin {
  return {
    postcssPlugin: 'lean-styles',
    OnceExit(root, { postcss }) {
      const lean = reduceStyles(root.toString(), vocabularyOfPortal(portal))
      const reduced = postcss.parse(lean, { from: root.source?.input.from })
      root.removeAll()
      root.append(reduced.nodes)
    },
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'postcss'
import { reduceStyles, vocabularyOfSource } from './styles.ts'

/**
 * Pico styles every element that there is; the portal draws a few dozen, and downloads what those need.
 * @param portal where index.html and src/ stand
 */
export function leanStyles(portal: string): Plugin {
  return {
    postcssPlugin: 'lean-styles',
    OnceExit(root, { postcss }) {
      const components = readdirSync(join(portal, 'src'), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.tsx'))
        .map(name => join('src', name))
      const read = (name: string) => readFileSync(join(portal, name), 'utf8')
      const known = vocabularyOfSource(['index.html', ...components].map(read).join('\n'))
      const reduced = postcss.parse(reduceStyles(root.toString(), known), { from: root.source?.input.from })
      root.removeAll()
      root.append(reduced.nodes)
    },
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Root } from 'postcss'
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
      dropOverruled(root)
      const lean = reduceStyles(root.toString(), vocabularyOfPortal(portal))
      const reduced = postcss.parse(lean, { from: root.source?.input.from })
      root.removeAll()
      root.append(reduced.nodes)
    },
  }
}

/** Of a whole theme, whatever else it depends on. */
const isTheme = (selector: string) => /^(?::root|:host|\[data-theme)[^\s>+~]*$/.test(selector)
const ours = ':root:root'

/** Colours and sizes of Pico that theme.css says anew for every page, later and with the same weight: nobody ever sees them. */
export function dropOverruled(root: Root): void {
  const said = new Set<string>()
  root.each(node => {
    if (node.type === 'rule' && node.selector === ours) node.walkDecls(/^--/, ({ prop }) => void said.add(prop))
  })
  root.walkRules(rule => {
    if (rule.selector === ours || !rule.selectors.every(isTheme)) return
    rule.walkDecls(/^--/, declaration => {
      if (said.has(declaration.prop)) declaration.remove()
    })
  })
}

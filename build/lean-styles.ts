import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Root } from 'postcss'
import { reduceStyles, refuseComputedClasses, type Vocabulary, vocabularyOfSource } from './styles.ts'

/** Tags come from the components (.tsx); an attribute's value may also be a string of the modules without JSX (.ts). */
export function vocabularyOfPortal(portal: string): Vocabulary {
  const files = readdirSync(join(portal, 'src'), { recursive: true, encoding: 'utf8' }).map(name => join('src', name))
  const read = (names: readonly string[]) => names.map(name => readFileSync(join(portal, name), 'utf8')).join('\n')
  const [elements, others] = [
    read(['index.html', ...files.filter(name => name.endsWith('.tsx'))]),
    read(files.filter(name => name.endsWith('.ts'))),
  ]
  refuseComputedClasses(elements + others)
  return vocabularyOfSource(elements, others)
}

/**
 * Pico styles every HTML element; the portal uses a few dozen, and students download only the rules for those.
 * @param portal the folder of index.html and src/
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

/** Selectors that match a whole theme, whatever follows in their conditions. */
const isTheme = (selector: string) => /^(?::root|:host|\[data-theme)[^\s>+~]*$/.test(selector)
const ours = ':root:root'

/** Removes Pico's custom properties that theme.css overrides on every page, later and with the same specificity. */
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

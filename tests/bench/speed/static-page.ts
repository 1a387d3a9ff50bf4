import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as homeText from '../../../src/features/home/text.ts'
import * as statusText from '../../../src/features/status/text.ts'
import { toStatus } from '../../../src/spec/text.ts'

/** Yardstick (a): what no page of that text can be faster than. */

const styles = [
  'ui/theme',
  'ui/layout',
  'ui/shell',
  'ui/controls',
  'ui/told',
  'ui/dialog',
  'home/home',
  'countdown/countdown',
  'enrolment/enrolment',
]
const sources = join(import.meta.dirname, '..', '..', '..', 'src')

/** Without what runs, fetches what runs, or says what may; links, text and style stay. */
export function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
    .replace(/<link\b[^>]*\brel="?(?:modulepreload|manifest|prefetch|preload)\b[^>]*>/gi, '')
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/gi, '')
    .replace(/<noscript\b[^>]*>|<\/noscript>/gi, '')
}

/** The portal's prerendered pages without their scripts; the home page's text by hand where it prerenders none. */
export function layStaticPages(portal: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(portal)) {
    if (/\.(svg|png|ico)$/.test(name)) cpSync(join(portal, name), join(folder, name))
    if (name.endsWith('.html'))
      writeFileSync(join(folder, name), withoutScripts(readFileSync(join(portal, name), 'utf8')))
  }
  // A stylesheet that a page still links to is a part of it.
  const assets = join(portal, 'assets')
  for (const name of existsSync(assets) ? readdirSync(assets) : [])
    if (name.endsWith('.css')) cpSync(join(assets, name), join(folder, 'assets', name))
  if (existsSync(join(portal, 'home.html'))) return
  writeFileSync(join(folder, 'home.html'), byHand(homeText.title, '/status', toStatus))
  writeFileSync(join(folder, 'status.html'), byHand(statusText.title, '/home', homeText.title))
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const list = (lines: readonly string[]) => `<ul>${lines.map(line => `<li>${escaped(line)}</li>`).join('')}</ul>`

function byHand(title: string, link: string, label: string): string {
  const css = styles.map(name => readFileSync(join(sources, `${name}.css`), 'utf8')).join('\n')
  const { intro, rulesTitle, rules, documentsTitle, documents } = homeText
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${css} input{max-width:100%}</style></head>
<body><header class="top line apart"><a class="logo" href="/home">Aide</a>
<a class="logo" href="/home">Paiement</a></header><main><div class="head"><h1>${title}</h1></div><div class="body"><p>${escaped(intro)}</p><p><a class="button" href="${link}">${escaped(label)}</a></p>
<form><label>Matricule<input name="matricule"></label></form>
<h2>${rulesTitle}</h2>${list(rules)}<h2>${documentsTitle}</h2>${list(Object.values(documents))}</div></main></body></html>`
}

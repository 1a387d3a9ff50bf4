import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PurgeCSS } from 'purgecss'
import readHtml from 'purgecss-from-html'
import { build, type Plugin, type Rollup } from 'vite'
import type { Settings } from '../src/core/api/settings.ts'
import type { Contacts } from '../src/spec/contacts.ts'
import { afterPaint, type Files } from './after-paint.ts'
import { withContacts, withDrawn, withHomeFirst } from './neutral-page.ts'
import { contentPolicy } from './policy.ts'
import type { Stages } from './stages.ts'

type Drawing = typeof import('../src/app/prerender.tsx')
type Page = Drawing['pages'][number]

/**
 * Prerenders the pages that every student sees first, with the styles of each inside it, and leaves
 * index.html neutral for all other addresses. Runs before the worker's list is made, so that the
 * list has the hashes of the finished files.
 */
export function prerenderedPages(
  settings: Settings,
  contacts: Contacts,
  { stageOf }: Pick<Stages, 'stageOf'>,
): Plugin {
  let chunks: Rollup.OutputChunk[] = []
  let sizes = new Map<string, number>()
  let styles = ''
  let config: { root: string; mode: string; outDir: string }
  return {
    name: 'prerendered-pages',
    apply: 'build',
    configResolved({ root, mode, build: { outDir } }) {
      config = { root, mode, outDir: resolve(root, outDir) }
    },
    writeBundle(_, bundle) {
      const files = Object.values(bundle)
      sizes = new Map(
        files.map(file => [
          file.fileName,
          (file.type === 'chunk' ? file.code : file.source).length,
        ]),
      )
      chunks = files.filter(file => file.type === 'chunk')
      styles = files
        .map(file => (file.type === 'asset' && file.fileName.endsWith('.css') ? file.source : ''))
        .join('')
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        // A failed build has written nothing: its own error is to be the last one printed.
        if (chunks.length === 0) return
        const { drawn, form } = await drawnPages(config)
        const read = (name: string) => readFile(join(config.outDir, name), 'utf8')
        const lean = (await read('index.html')).replace(/<!--[\s\S]*?-->|\n\s*/g, '')
        const template = withIcon(lean, await read('icon.svg'))
        const write = (name: string, html: string) =>
          writeFile(join(config.outDir, `${name}.html`), withPolicy(html, settings))
        const entry = entryIn(template)
        const files = filesOf(chunks, sizes, entry)
        const rest = files.rest.filter(href => stageOf(href.slice(1)) === 'first')
        const patient = withPatientScripts(template, { ...files, rest })
        const early = withPatientScripts(template, { ...earlyFiles(chunks, files), rest })
        for (const [page, html] of drawn)
          await write(
            page,
            await withStyles(fill(isEarly(page) ? early : patient, page, html), styles),
          )
        const neutral = withContacts(withHomeFirst(template), contacts)
        const own = drawn.filter(([page]) => page !== 'home' && page !== '404')
        const inside = own.map(([page, html]) =>
          partsOf(`/${page}`, page === 'register' ? form : html),
        )
        // Without `rest`: where this page is the answer, a worker brings it.
        const bare = withPatientScripts(neutral, { ...files, rest: [] })
        await write('index', withDrawn(await withStyles(bare, styles), inside))
      },
    },
  }
}

/** The drawn pages, and the wizard as a student finds it who begins without a network. */
async function drawnPages({ root, mode }: { root: string; mode: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  try {
    await build({
      root,
      mode,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: 'src/app/prerender.tsx',
        outDir: folder,
        emptyOutDir: true,
        minify: false,
        // "use client" concerns servers that render on each request; this warning is noise.
        rolldownOptions: {
          onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
        },
      },
    })
    const { drawForm, drawPage, pages }: Drawing = await import(
      pathToFileURL(join(folder, 'prerender.js')).href
    )
    const drawn = await Promise.all(
      pages.map(async page => [page, await drawPage(page)] satisfies [Page, string]),
    )
    return { drawn, form: await drawForm() }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const entryPattern = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/** @throws Error at build time when Vite writes the entry's script tag in another form */
function entryIn(html: string): string {
  const entry = entryPattern.exec(html)?.[1]
  if (!entry)
    throw new Error('Vite has put no module script into index.html: look at build/pages.ts again.')
  return entry
}

/**
 * The largest first, also before the entry: at that moment the browser has only the connection that
 * brought the page, and nothing can be done before React.
 */
function filesOf(
  chunks: readonly Rollup.OutputChunk[],
  sizes: ReadonlyMap<string, number>,
  entry: string,
): Files {
  const needed = neededBy(chunks, chunks.find(({ isEntry }) => isEntry)?.dynamicImports ?? [])
  const addresses = (found: Iterable<string>) =>
    [...found].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)).map(name => `/${name}`)
  const names = [...sizes.keys()]
  return {
    entry,
    scripts: addresses(needed),
    styles: addresses(names.filter(name => name.endsWith('.css'))),
    soon: [],
    rest: addresses(names.filter(name => name.endsWith('.js') && !needed.has(name))).reverse(),
  }
}

/** The named chunks and all that they import. */
function neededBy(chunks: readonly Rollup.OutputChunk[], names: readonly string[]): Set<string> {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const needed = new Set<string>()
  const follow = (name: string): void => {
    const chunk = byName.get(name)
    if (!chunk || needed.has(name)) return
    needed.add(name)
    for (const other of chunk.imports) follow(other)
  }
  for (const name of names) follow(name)
  return needed
}

/** The pages that stay alive without React (src/app/early.tsx). */
const isEarly = (page: Page): boolean => page === 'home' || page === 'status'

/**
 * Such a page runs few scripts at once, the entry first, which answers taps on links; it fetches
 * the others for later, and does not evaluate them.
 */
function earlyFiles(chunks: readonly Rollup.OutputChunk[], files: Files): Files {
  const early = chunks.find(({ name }) => name === 'early')
  if (!early) throw new Error('The build has no chunk "early": look at vite.config.ts again.')
  const needed = neededBy(chunks, [early.fileName])
  const isNeeded = (href: string) => needed.has(href.slice(1))
  const others = files.scripts.filter(href => href !== files.entry)
  return {
    ...files,
    scripts: [files.entry, ...others.filter(isNeeded)],
    soon: others.filter(href => !isNeeded(href)),
  }
}

const withPatientScripts = (html: string, files: Files): string =>
  html.replace(entryPattern, '').replace('</body>', () => `${afterPaint(files)}</body>`)

const titlePattern = /<title>[^<]*<\/title>/

/** Of a drawn page: its path, its title's words, and the rest. */
function partsOf(path: string, drawn: string): [string, string, string] {
  const title = titlePattern.exec(drawn)?.[0] ?? ''
  return [path, title.slice('<title>'.length, -'</title>'.length), brief(drawn)]
}

function fill(shell: string, page: string, drawn: string): string {
  const title = titlePattern.exec(drawn)?.[0]
  const html = shell.replace(
    '<div id="root"></div>',
    () => `<div id="root" data-page="${page === '404' ? page : `/${page}`}">${brief(drawn)}</div>`,
  )
  return title ? html.replace(titlePattern, title) : html
}

/**
 * React writes an apostrophe as `&#x27;`; in double quotes and in text the character itself is
 * valid HTML. In return no host finds an address of mail, which it would hide from students without
 * scripts.
 */
const brief = (drawn: string): string =>
  drawn.replace(titlePattern, '').replaceAll('&#x27;', "'").replaceAll('@', '&#64;')

/**
 * Inlines the styles of what the page shows: React changes it only once the whole style sheet is
 * loaded.
 */
async function withStyles(html: string, styles: string): Promise<string> {
  const [lean] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: styles }],
    extractors: [{ extractor: readHtml, extensions: ['html'] }],
    keyframes: true,
    variables: true,
    // The page's own script hides what an outdated browser cannot do.
    dynamicAttributes: ['hidden'],
    // States that an element may come into stand in no HTML.
    safelist: { greedy: [/^:(?:focus-visible|disabled)/] },
  })
  return html.replace('</head>', () => `<style>${lean?.css ?? ''}</style></head>`)
}

/**
 * Inlines the icon: a request of its own would take the only open connection away from the scripts.
 * Removes the icon's <title>, which would be taken for the page's.
 * @throws Error at build time when index.html does not name the icon
 */
function withIcon(html: string, svg: string): string {
  const address = svg.trim().replace(titlePattern, '').replaceAll('"', "'").replaceAll('#', '%23')
  const written = html.replace('"/icon.svg"', `"data:image/svg+xml,${address}"`)
  if (written === html)
    throw new Error('index.html does not name /icon.svg: look at build/pages.ts again.')
  return written
}

const withPolicy = (html: string, settings: Settings): string =>
  html.replace(
    '<meta charset="utf-8" />',
    `<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${contentPolicy(html, settings)}" />`,
  )

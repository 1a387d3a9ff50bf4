import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import type { Plugin } from 'vite'
import { type Edit, edited } from './unreached/edits.ts'
import { readEntries } from './unreached/omissions.ts'
import { omit } from './unreached/omit.ts'
import { placesOf } from './unreached/places.ts'
import type { Row, Source } from './unreached/row.ts'
import { tell, telling } from './unreached/tell.ts'

/**
 * Ships the largest packages without the code that the portal never reaches. With `UNREACHED=told` all code stays and
 * logs an error to the console when it is reached: any end-to-end test then fails.
 */
export function unreached(root: string, inIt: readonly Source[] = readEntries): Plugin {
  // The bundler names files by their real paths, also where node_modules is a link.
  const packages = realpathSync(join(root, 'node_modules'))
  const left = new Map<string, string>()
  const unseen = new Set<string>()
  return {
    name: 'unreached',
    apply: 'build',
    enforce: 'pre',
    // Runs before the build, so that an error of these checks is the last text printed.
    config() {
      const built = { source: sourceOf(root), reports: process.env.UNREACHED === 'told' }
      for (const source of inIt) {
        const path = join(packages, source.file)
        checkVersion(root, source)
        left.set(path, without(readFileSync(path, 'utf8'), source, built))
        unseen.add(path)
      }
    },
    transform(_, id) {
      const code = left.get(id)
      unseen.delete(id)
      return code && { code, map: null }
    },
    // A package at another path would be shipped whole without a notice.
    buildEnd(error) {
      if (!error && unseen.size > 0) throw new Error(`Not part of the build: ${[...unseen].join(', ')}. ${advice}`)
    },
  }
}

const advice = 'Read docs/recipes/update-a-package.md.'

const sourceOf = (root: string) =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => readFileSync(join(root, 'src', name), 'utf8'))
    .join('\n')

/** @throws Error at build time when the installed version is not the one that was read */
function checkVersion(root: string, { file, version }: Source): void {
  const [, name = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  const installed = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
  if (installed !== version)
    throw new Error(`${name} is ${installed} now; what is left out of it was read in ${version}. ${advice}`)
}

interface Built {
  /** The portal's own source code. */
  source: string
  reports: boolean
}

/** @throws Error at build time when the file has changed, or when the portal's source contradicts a row's reason */
export function without(code: string, { file, rows }: Source, { source, reports }: Built): string {
  for (const { unless, why } of rows) {
    const said = unless?.exec(source)?.[0]
    if (said) throw new Error(`The portal says ${said} now, but of ${file} is left out: ${why} ${advice}`)
  }
  const isModule = /^(?:import|export)\b/m.test(code)
  const places = placesOf(parse(code, { ecmaVersion: 'latest', sourceType: isModule ? 'module' : 'script' }), rows)
  checkNames(file, rows, new Set(places.map(place => ('name' in place ? place.name : ''))))
  if (reports) {
    const certain = new Set(rows.filter(row => !row.unheard).flatMap(namesOf))
    const edits = places.filter(place => 'name' in place && certain.has(place.name)).flatMap(place => tell(place, code))
    return telling + edited(code, edits)
  }
  return edited(code, [
    ...places.flatMap(omit),
    ...rows.flatMap(row => row.cuts ?? []).map(cut => cutIn(code, file, cut)),
    ...rows.flatMap(row => row.everywhere ?? []).flatMap(one => cutEverywhere(code, file, one)),
  ])
}

const namesOf = ({ never = [], less = {}, unasked = [], unset = [], always = {}, maker }: Row): string[] => [
  ...never,
  ...(maker ? [maker] : []),
  ...unasked,
  ...unset,
  ...Object.keys(less),
  ...Object.keys(always),
]

function checkNames(file: string, rows: readonly Row[], found: ReadonlySet<string>): void {
  const missing = rows.flatMap(namesOf).filter(name => !found.has(name))
  if (missing.length > 0) throw new Error(`${file} has no ${missing.join(', ')} any more. ${advice}`)
}

function cutIn(code: string, file: string, { from, to, instead }: { from: string; to: string; instead: string }): Edit {
  const start = code.indexOf(from)
  const end = code.indexOf(to, start) + to.length
  if (start < 0 || end < start + from.length || code.indexOf(from, start + 1) >= 0)
    throw new Error(`${file} does not say once: ${from} … ${to}. ${advice}`)
  return { start, end, text: instead }
}

function cutEverywhere(code: string, file: string, { text, instead }: { text: RegExp; instead: string }): Edit[] {
  const found = [...code.matchAll(text)]
  if (found.length === 0) throw new Error(`${file} says nowhere: ${text}. ${advice}`)
  return found.map(({ index, 0: { length } }) => ({ start: index, end: index + length, text: instead }))
}

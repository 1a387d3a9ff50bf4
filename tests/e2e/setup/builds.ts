import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { parseEnv } from 'node:util'
import type { WizardVariant } from '../../../src/spec/documents.ts'
import { pageHeaders } from '../../../src/spec/pages.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const output = join(root, 'tests', '.output')

/** The two sites that the reduced build's buttons lead to; the complete build has none, as delivered. */
export const otherSites = {
  VITE_SITE_2019_2020: 'https://bac-2019-2020.example/',
  VITE_SITE_OLDER: 'https://anciens.example/',
} as const

/** What students dial to check a SIM card by the reduced build; the complete build has no operator, as delivered. */
export const simChecks = { VITE_SIM_CHECK_ORANGE: '*123#', VITE_SIM_CHECK_MALITEL: '36000' } as const

export interface Build {
  dir: string
  env: Readonly<Record<string, string>>
}

/** What the journeys are driven against: reading A as it is delivered, and reading B. */
export const builds = {
  complete: { dir: join(root, 'dist'), env: { VITE_WIZARD: 'complete' } },
  reduced: { dir: join(output, 'dist-reduced'), env: { VITE_WIZARD: 'reduced', ...otherSites, ...simChecks } },
} as const satisfies Record<WizardVariant, Build>

/** Reading A's next version: another address in the footer is all that is new, and all that is needed to tell them apart. */
export const nextContact = 'suite@exemple.invalid'
export const nextBuild: Build = {
  dir: join(output, 'dist-next'),
  env: { VITE_WIZARD: 'complete', VITE_CONTACT_EMAIL: nextContact },
}

/** Reading A whose provider lives on another origin; a test's browser finds that name where its second server listens. */
export const elsewhere = 'localhost:18080'
export const receiptHost = 'recu.example.invalid'
export const elsewhereBuild: Build = {
  dir: join(output, 'dist-elsewhere'),
  env: { VITE_WIZARD: 'complete', VITE_API_CURRENT: `http://${elsewhere}/2021/v1/`, VITE_RECEIPT_HOSTS: receiptHost },
}

/** Each as `.env` has it, or empty: what stands in the environment wins over a developer's `.env.production.local`. */
function deliveredSettings(tree: string): Record<string, string> {
  const textOf = (name: string) => readFileSync(join(tree, name), 'utf8')
  const names = [...textOf('src/app/env.d.ts').matchAll(/readonly (VITE_\w+)\?:/g)]
  return { ...Object.fromEntries(names.map(([, name = '']) => [name, ''])), ...(parseEnv(textOf('.env')) as object) }
}

/** Vitest's NODE_ENV=test would bundle React's development build, and a developer's VITE_* would change the portal. */
export function buildEnvironment(build: Build, tree = root): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('VITE_') && name !== 'NODE_OPTIONS')
  return { ...Object.fromEntries(kept), NODE_ENV: 'production', ...deliveredSettings(tree), ...build.env }
}

export const buildArguments = (build: Build) => ['build', '--outDir', build.dir, '--emptyOutDir', '--logLevel', 'warn']

const sources = [
  'src',
  'sw',
  'build',
  'public',
  'index.html',
  'manifest.webmanifest',
  'package.json',
  'vite.config.ts',
  '.env',
]
/** In milliseconds: when the newest file in it was written. */
export const changedAt = (path: string): number =>
  Math.max(
    statSync(path).mtimeMs,
    ...(statSync(path).isDirectory() ? readdirSync(path).map(name => changedAt(join(path, name))) : []),
  )

/** A journey on what was built before the last change would prove nothing of it. */
export const isCurrent = ({ dir }: Build): boolean => {
  const page = join(dir, 'index.html')
  return existsSync(page) && sources.every(source => changedAt(join(root, source)) < statSync(page).mtimeMs)
}

/** Builds one reading when it is missing or older than its sources, or always with `afresh`. */
export function ensureBuild(build: Build, afresh = false): void {
  if (!afresh && isCurrent(build)) return
  const vite = join(root, 'node_modules', '.bin', 'vite')
  const done = spawnSync(vite, buildArguments(build), { cwd: root, env: buildEnvironment(build), stdio: 'inherit' })
  if (done.status !== 0) throw new Error(`vite build failed for ${build.dir}`)
}

/** The addresses of the hashed files, without what the build has packed beside each of them, and their copies. */
export const assetsOf = (dir: string): string[] =>
  readdirSync(join(dir, 'assets'))
    .filter(name => /\.(?:js|css)$/.test(name))
    .map(name => `/assets/${name}`)

/** The addresses of the worker's own script: its list, and its code. */
export const workerScripts = (dir: string): string[] => [
  '/sw.js',
  ...assetsOf(dir).filter(path => path.startsWith('/assets/worker-')),
]

/** What the worker keeps, as the build wrote it into it: what an installation brings, and what follows. */
export const precached = (dir: string): string[] => listedIn(dir, 'first', 'later')

/** What an enrolment needs without a network. */
export const broughtFirst = (dir: string): string[] => listedIn(dir, 'first')

/** What comes when a page asks for it. */
export const wanted = (dir: string): string[] => listedIn(dir, 'wanted')

function listedIn(dir: string, ...stages: string[]): string[] {
  const worker = readFileSync(join(dir, 'sw.js'), 'utf8')
  const entries = [...worker.matchAll(/\{[^{}]*["'`]?url["'`]?\s*:\s*["'`]\/?([^"'`]+)["'`][^{}]*\}/g)]
  return entries
    .map(([entry, url = '']) => ({ url, stage: /["'`{,](later|wanted)["'`:]/.exec(entry)?.[1] ?? 'first' }))
    .filter(({ stage }) => stages.includes(stage))
    .filter(({ url }) => existsSync(join(dir, url)))
    .filter(({ url }) => !url.endsWith('.webmanifest')) // Named there, and left out by the worker.
    .map(({ url }) => `/${url}`)
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

async function file(path: string): Promise<Buffer | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? readFile(path) : undefined
}

/** The cookie of section 6: its value must come back as X-XSRF-TOKEN. */
export const xsrfToken = 'jeton-de-test'

export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  content: Buffer
}

/** What any static host does: `$uri`, `$uri.html`, `$uri/index.html`, then `/index.html`. */
export async function staticFile(dist: string, pathname: string): Promise<Answer> {
  const asked = normalize(decodeURIComponent(pathname)).replace(/\/$/, '')
  for (const candidate of [asked, `${asked}.html`, `${asked}/index.html`, '/index.html']) {
    const content = await file(join(dist, candidate))
    if (!content) continue
    const type = types[extname(candidate)] ?? 'application/octet-stream'
    // Where worker and host disagree on them, a reload is another group of pages to Chromium, and loses its history's state.
    const ofPage = candidate.endsWith('.html')
      ? { ...pageHeaders, 'Set-Cookie': `XSRF-TOKEN=${xsrfToken}; Path=/; SameSite=Strict` }
      : {}
    const kept = candidate.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    return { status: 200, headers: { 'Content-Type': type, 'Cache-Control': kept, ...ofPage }, content }
  }
  return { status: 404, headers: {}, content: Buffer.alloc(0) }
}

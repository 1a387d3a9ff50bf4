import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/** What tests need of a machine beside Node. */
interface Need {
  name: string
  /** Debian's. */
  packages: readonly string[]
  /** The program, or the folder of several; undefined where the machine lacks it. */
  look(): string | undefined
  /** How else it comes to a machine. */
  otherwise?: string
}

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian keeps servers where only root's PATH leads. */
const searched = () => [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/sbin']
const onPath = (...names: string[]): string | undefined =>
  names.flatMap(name => searched().map(folder => join(folder, name))).find(isExecutable)

/** What `$CHROMIUM_PATH` names counts for every journey. */
function chosen(): string | undefined {
  const path = process.env.CHROMIUM_PATH
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH points to ${path}, which does not exist.`)
  return path || undefined
}

const ofPlaywright = () => [chromium.executablePath()].find(existsSync)
const listed = (folder: string) => (existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : [])

/** Debian puts it beside the engine's own processes. */
const miniBrowser = () =>
  listed('/usr/lib')
    .filter(folder => folder.includes('-linux-'))
    .flatMap(listed)
    .map(folder => join(folder, 'MiniBrowser'))
    .find(file => file.includes('webkit') && existsSync(file))

export const needs = {
  chromium: {
    name: 'Chromium',
    packages: ['chromium'],
    look: () =>
      chosen() ?? ofPlaywright() ?? onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
    otherwise: 'run `npx playwright-core install chromium`, or set CHROMIUM_PATH to an executable',
  },
  // The same engine without windows, which nobody sees: a visit costs a quarter. Where it is missing, Chromium does.
  shell: {
    name: "Chromium's headless shell",
    packages: ['chromium-headless-shell'],
    look: () => chosen() ?? onPath('chromium-headless-shell'),
  },
  firefox: { name: 'Firefox', packages: ['firefox-esr'], look: () => onPath('firefox-esr') },
  webkit: {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    look: () => (onPath('WebKitWebDriver') && onPath('Xvfb') ? miniBrowser() : undefined),
  },
  postgres: {
    name: 'PostgreSQL',
    packages: ['postgresql'],
    look: () =>
      [...listed('/usr/lib/postgresql').map(version => join(version, 'bin')), ...searched()].find(folder =>
        ['initdb', 'postgres'].every(name => existsSync(join(folder, name))),
      ),
  },
  nginx: { name: 'nginx', packages: ['nginx'], look: () => onPath('nginx') },
  openssl: { name: 'openssl', packages: ['openssl'], look: () => onPath('openssl') },
  etcd: {
    name: 'etcd',
    packages: ['etcd-server', 'etcd-client'],
    look: () => (onPath('etcdctl') ? onPath('etcd') : undefined),
  },
  patroni: {
    name: 'Patroni',
    packages: ['patroni', 'python3-psycopg2', 'python3-etcd'],
    look: () => onPath('patroni'),
  },
  nft: { name: 'nftables', packages: ['nftables'], look: () => onPath('nft') },
  ip: { name: 'iproute2', packages: ['iproute2'], look: () => onPath('ip') },
} as const satisfies Record<string, Need>

export type NeedName = keyof typeof needs

export const isThere = (name: NeedName): boolean => needs[name].look() !== undefined

/** In the order of the table. */
export const missingOf = (wanted: readonly NeedName[]): NeedName[] =>
  (Object.keys(needs) as NeedName[]).filter(name => wanted.includes(name) && !isThere(name))

/** @throws Error that says how to get it */
export function needed(name: NeedName): string {
  const need: Need = needs[name]
  const found = need.look()
  if (found !== undefined) return found
  const ways = [`Debian: apt-get install ${need.packages.join(' ')}`, need.otherwise].filter(Boolean)
  throw new Error(`These tests need ${need.name}, which is not installed (${ways.join('; ')}).`)
}

/** By what a file of tests imports. */
const told: readonly (readonly [RegExp, readonly NeedName[]])[] = [
  [/\/setup\/(?:postgres|databases)\.ts'/, ['postgres']],
  [/\/setup\/nginx\.ts'/, ['nginx', 'openssl']],
  [/\/attackers\/play\.ts'/, ['postgres', 'nginx', 'openssl']],
  [/\/setup\/bare-machines\.ts'/, ['ip', 'nft']],
  [/needed\('nft'\)/, ['ip', 'nft']],
  [/\/setup\/(?:patroni|describe-cluster)\.ts'/, ['postgres', 'openssl', 'ip', 'etcd', 'patroni']],
  [/\/setup\/(?:students|browser|every-screen|chromium)\.ts'|\/studio\.ts'|\/chaos\/browser\//, ['chromium']],
]

/** @param source the text of a file of tests */
export const needsOf = (source: string): NeedName[] =>
  told.flatMap(([pattern, names]) => (pattern.test(source) ? names : []))

const limitSeconds = '600'

/** In one step, for root on Debian. One run at a time: apt lets nobody else in, and two would each find the other half. */
export const installing = (missing: readonly NeedName[]) => ({
  bin: '/usr/bin/flock',
  args: [
    ...['--timeout', limitSeconds, '/var/lock/portail-tests-apt', 'timeout', limitSeconds, 'sh', '-c'],
    'apt-get update -q && apt-get -o DPkg::Lock::Timeout=300 install -qy --no-install-recommends "$@"',
    ...['sh', ...missing.flatMap(name => needs[name].packages)],
  ],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
})

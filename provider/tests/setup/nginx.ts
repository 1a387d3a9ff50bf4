import { execFileSync, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { readSettings } from '../../../src/core/api/settings.ts'
import { freePort } from '../../../tests/free-port.ts'
import { needed } from '../../../tests/run/needs.ts'
import { nginxConfig } from '../../deploy/nginx-config.ts'
import { readHostSettings } from '../../deploy/settings.ts'
import { afterwards } from './campus.ts'

export interface Nginx {
  /** Of the portal, by http or https. */
  address: string
  port: number
  /** Of the plain address that only leads to the other one. */
  plainAddress: string
  log(): Promise<string>
  /** How many bodies lie on its disk: open files without a name. */
  bodies(): number
  stop(): Promise<void>
}

export interface NginxOptions {
  /** Where the processes listen. */
  processes: readonly string[]
  /** The built portal. */
  dist: string
  /** With a certificate of its own, as in production. */
  tls?: boolean
  /** Of each of its workers, fewer than the kit's. */
  connections?: number
}

/**
 * Debian's nginx with the very configuration of the deploy kit, on ports and in folders of its own.
 */
export async function startNginx({ processes, dist, tls = false, connections }: NginxOptions): Promise<Nginx> {
  const folder = await openFolder()
  await mkdir(join(folder, 'logs'))
  await cp(dist, join(folder, 'dist'), { recursive: true, preserveTimestamps: true })
  const [uncompressed, secure] = [await freePort(), await freePort()]
  const [certificate, key] = [join(folder, 'portal.crt'), join(folder, 'portal.key')]
  if (tls) makeCertificate(certificate, key)
  const host = readHostSettings({
    PORTAL_HOST: 'localhost',
    PORTAL_DIR: folder,
    PORTAL_PROCESSES: processes.map(address => new URL(address).host).join(','),
    PORTAL_TLS: tls ? 'here' : 'no',
    PORTAL_CERTIFICATE: certificate,
    PORTAL_CERTIFICATE_KEY: key,
    PORTAL_HTTP: String(uncompressed),
    PORTAL_HTTPS: String(secure),
    NGINX_STATE: folder,
    NGINX_LOGS: join(folder, 'logs'),
    NGINX_PID: join(folder, 'nginx.pid'),
  })
  const port = tls ? secure : uncompressed
  const plainAddress = `http://localhost:${uncompressed}`
  const config = nginxConfig(host, readSettings({}))
  const scaled = connections ? config.replace(/(?<=worker_connections )\d+/, String(connections)) : config
  const stop = await start(folder, scaled, `${plainAddress}/home`)
  return {
    address: `${tls ? 'https' : 'http'}://localhost:${port}`,
    port,
    plainAddress,
    log: () => readFile(join(folder, 'logs', 'access.log'), 'utf8'),
    bodies: () =>
      execFileSync('bash', ['-c', 'ls -l /proc/[0-9]*/fd 2>/dev/null || true'], { encoding: 'utf8', maxBuffer: 1e8 })
        .split('\n')
        .filter(line => line.includes(join(folder, 'body', '/'))).length,
    stop,
  }
}

/** For the file, before these processes, with two pages. */
export async function oneNginx(processes: readonly string[], tls = false): Promise<Nginx> {
  const dist = await mkdtemp(join(tmpdir(), 'portail-dist-'))
  for (const name of ['index', 'home'])
    await writeFile(join(dist, `${name}.html`), '<!doctype html><title>Portail</title>')
  await writeFile(join(dist, '.policies.conf'), '')
  const nginx = await startNginx({ processes, dist, tls })
  await rm(dist, { recursive: true })
  afterwards(() => nginx.stop())
  return nginx
}

/** With these lines alone in its http block, on a port of its own. */
export async function startBareNginx(lines: (port: number) => readonly string[]) {
  const folder = await openFolder()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  const head = [`pid ${folder}/nginx.pid; error_log stderr crit; events {}`, 'http { access_log off;', ...temporary]
  return { address, stop: await start(folder, [...head, ...lines(port), '}'].join('\n'), address) }
}

/** Its workers are no root, and read the pages. */
async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portail-nginx-'))
  await chmod(folder, 0o755)
  return folder
}

/** @returns what stops it */
async function start(folder: string, text: string, address: string): Promise<() => Promise<void>> {
  const [program, config] = [needed('nginx'), join(folder, 'nginx.conf')]
  await writeFile(config, text)
  execFileSync(program, ['-t', '-q', '-c', config], { stdio: ['ignore', 'inherit', 'inherit'] })
  const server = spawn(program, ['-c', config, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  // It binds its ports before it answers: the first connection that is taken is answered.
  for (;;) {
    const reply = await fetch(address, { redirect: 'manual' }).catch(() => undefined)
    await reply?.arrayBuffer()
    if (reply) break
    await after(20)
  }
  return async () => {
    server.kill('SIGQUIT')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

export function makeCertificate(certificate: string, key: string): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names]
  execFileSync(needed('openssl'), [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
}

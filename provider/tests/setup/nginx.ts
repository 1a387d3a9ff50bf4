import { execFileSync, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readSettings } from '../../../src/core/api/settings.ts'
import { freePort } from '../../../tests/free-port.ts'
import { needed } from '../../../tests/run/needs.ts'
import { nginxConfig } from '../../deploy/nginx-config.ts'
import { readHostSettings } from '../../deploy/settings.ts'

export interface Nginx {
  /** Of the portal, by http or https. */
  address: string
  port: number
  /** Of the plain address that only leads to the other one. */
  plainAddress: string
  log(): Promise<string>
  stop(): Promise<void>
}

export interface NginxOptions {
  /** Where the processes listen. */
  processes: readonly string[]
  /** The built portal. */
  dist: string
  /** With a certificate of its own, as in production. */
  tls?: boolean
}

/** Debian's nginx with the very configuration of the deploy kit, on ports and in folders of its own. */
export async function startNginx({ processes, dist, tls = false }: NginxOptions): Promise<Nginx> {
  const program = needed('nginx')
  const folder = await mkdtemp(join(tmpdir(), 'portail-nginx-'))
  // Its workers are no root, and read the pages.
  await chmod(folder, 0o755)
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
  const config = join(folder, 'nginx.conf')
  await writeFile(config, nginxConfig(host, readSettings({})))
  execFileSync(program, ['-t', '-q', '-c', config], { stdio: ['ignore', 'inherit', 'inherit'] })
  const server = spawn(program, ['-c', config, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  const port = tls ? secure : uncompressed
  await answers(`http://localhost:${uncompressed}/home`)
  return {
    address: `${tls ? 'https' : 'http'}://localhost:${port}`,
    port,
    plainAddress: `http://localhost:${uncompressed}`,
    log: () => readFile(join(folder, 'logs', 'access.log'), 'utf8'),
    async stop() {
      server.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function makeCertificate(certificate: string, key: string): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names]
  execFileSync(needed('openssl'), [...request, '-keyout', key, '-out', certificate], {
    cwd: dirname(key),
    stdio: 'ignore',
  })
}

/** It binds its ports before it answers: the first connection that is taken is answered. */
export async function answers(address: string): Promise<void> {
  for (;;) {
    const reply = await fetch(address, { redirect: 'manual' }).catch(() => undefined)
    if (reply) return void (await reply.arrayBuffer())
    await new Promise(next => setTimeout(next, 20))
  }
}

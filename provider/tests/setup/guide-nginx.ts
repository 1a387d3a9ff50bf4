import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../tests/free-port.ts'
import { needed } from '../../../tests/run/needs.ts'
import { answers } from './nginx.ts'

/** nginx as any guide has it: everything goes to one process by HTTP/1.1, and no header names who asked. */
export async function startGuideNginx(target: string): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portail-guide-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = [
    `pid ${folder}/nginx.pid; error_log stderr crit; events {}`,
    `http { access_log off; ${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}`,
    `server { listen 127.0.0.1:${port};`,
    `location / { proxy_pass ${new URL(target).origin}; proxy_http_version 1.1; } } }`,
  ]
  await writeFile(join(folder, 'nginx.conf'), config.join('\n'))
  const args = ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  const server = spawn(needed('nginx'), args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  await answers(address)
  return {
    address,
    async stop() {
      server.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** The shell blocks of a section of docs/deploy.md, as they stand there. */
export function shellBlocks(heading: string): string[] {
  const page = readFileSync(join(root, 'docs', 'deploy.md'), 'utf8')
  const section = page.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
}

export interface Said {
  code: number | null
  said: string
}

/** Typed into a shell in the project's folder, which knows these variables and no other of ours. */
export function typed(block: string, env: Record<string, string>): Promise<Said> {
  const shell = spawn('bash', ['-euc', block], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise(settle => shell.once('close', code => settle({ code, said })))
}

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/**
 * The shell blocks of a section of a page in provider/docs/, as they stand there; those of a list's
 * points, too.
 */
export function shellBlocks(heading: string, page = 'deploy.md'): string[] {
  const text = readFileSync(join(root, 'provider/docs', page), 'utf8')
  const level = heading.match(/^#*/)?.[0].length || 2
  const title = `${'#'.repeat(level)} ${heading.replace(/^#* */, '')}\n`
  const [, rest = ''] = text.split(`\n${title}`)
  const section = rest.split(new RegExp(`^#{1,${level}} `, 'm'))[0] ?? ''
  const blocks = section.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)
  return [...blocks].map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

export interface Said {
  code: number | null
  said: string
}

/** Typed into a shell in the project's folder, which knows these variables and no other of ours. */
export function typed(block: string, env: Record<string, string>, cwd = root): Promise<Said> {
  const known = { PATH: process.env.PATH, HOME: process.env.HOME, ...env }
  return heard(spawn('bash', ['-euc', block], { cwd, env: known, stdio: ['ignore', 'pipe', 'pipe'] }))
}

/** All that it says until it ends. */
export function heard(shell: ChildProcess): Promise<Said> {
  let said = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  return new Promise(settle => shell.once('close', code => settle({ code, said })))
}

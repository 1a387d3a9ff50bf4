import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { serverDir } from './built.ts'
import { type Child, type Ended, startNode, whenReady } from './child.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({ dev: v.optional(v.boolean(), false), link: v.optional(v.boolean(), false) }),
  ),
})

export interface Artefact {
  folder: string
  serve(env: Record<string, string>): Promise<Child>
  provider(args: string[], env: Record<string, string>): Promise<Ended>
  remove(): Promise<void>
}

/** What `npm run build -w provider` makes, far from this folder, beside what `npm ci --omit=dev` would install. */
export async function makeArtefact(): Promise<Artefact> {
  const folder = await mkdtemp(join(tmpdir(), 'portail-artefact-'))
  const out = join(folder, 'provider', 'dist')
  await cp(serverDir, out, { recursive: true })
  await copyProductionModules(folder)
  const inFolder = (name: string) => join(out, name)
  return {
    folder,
    serve: env => whenReady(startNode([inFolder('serve.js')], { PORT: '0', ...env })),
    async provider(args, env) {
      const { said, ended } = startNode([inFolder('provider.js'), ...args], env)
      const { code } = await ended
      return { code, ...said }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function copyProductionModules(folder: string): Promise<void> {
  const { packages } = v.parse(Lock, JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const wanted = Object.keys(packages).filter(
    path => path.startsWith('node_modules/') && !packages[path]?.dev && !packages[path]?.link,
  )
  for (const path of wanted) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    // Packages for other machines stand in the lock file, and not here.
    await cp(join(root, path), join(folder, path), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

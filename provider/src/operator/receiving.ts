import { accountName } from './account.ts'
import type { Request } from './arguments.ts'
import type { Operator } from './operator.ts'
import { PrivateFolder } from './private-folder.ts'
import { ReviewFolder } from './review-folder.ts'
import { quoted } from './review-page.ts'

export interface Receiving {
  operator: Operator
  /** Called at the end. @returns lines to print */
  finish(): Promise<string[]>
}

/** Where a command's output goes: to this terminal, and its files to the given folder. */
export async function receive(
  request: Exclude<Request, { help: true }>,
  distDir: string,
  { argv, env, now }: { argv: readonly string[]; env: NodeJS.ProcessEnv; now: Date },
): Promise<Receiving> {
  const { as } = request
  const terminal = {
    name: as ?? accountName(env),
    tell: (line: string) => console.log(line),
    show: async (lines: readonly string[]) => console.log(lines.join('\n')),
  }
  const nothing = async () => []
  if (!('command' in request && request.folder !== undefined)) {
    const take = (file: string) => Promise.reject(new Error(`There is no folder for ${file}.`))
    return { operator: { ...terminal, take }, finish: nothing }
  }
  const folder = await PrivateFolder.choose(request.folder, distDir)
  if (request.command.name === 'export')
    return {
      operator: { ...terminal, take: (file, bytes) => folder.write(file, bytes) },
      finish: nothing,
    }
  const program =
    env.npm_lifecycle_event === 'provider' ? 'npm run provider --' : `node ${quoted(argv[1] ?? '')}`
  const pages = new ReviewFolder(folder, { program, as }, now)
  return {
    operator: { ...terminal, take: (file, bytes) => pages.take(file, bytes) },
    finish: () => pages.finish(),
  }
}

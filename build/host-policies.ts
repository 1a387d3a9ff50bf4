import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pagePolicy } from '../src/spec/pages.ts'
import { connectionsFile, noOrigin, partOfPage, worker } from '../src/spec/policies.ts'
import { afterBuild } from './after-build.ts'

/** Neither server (`npm start`, nginx) serves a file whose name begins with a dot. */
const policiesFile = '.policies.conf'

/**
 * Writes the policies of the pages in nginx's syntax (provider/deploy/nginx.conf). They contain
 * hashes of the pages' inline scripts and styles, so they belong to one build and lie in its
 * folder.
 */
export const hostPolicies = (connections: string) =>
  afterBuild('host-policies', async folder => {
    const policy = async (page: string) =>
      pagePolicy(await readFile(join(folder, page), 'utf8')) ?? ''
    const pages = (await readdir(folder)).filter(name => name.endsWith('.html')).sort()
    const neutral = await policy('index.html')
    const rows = [
      ['default', neutral],
      ...(await Promise.all(pages.map(async page => [`/${page}`, await policy(page)]))),
      [`~${worker.source}`, neutral],
      [`~${partOfPage.source}`, noOrigin],
    ]
    await writeFile(
      join(folder, policiesFile),
      rows.map(([file, value]) => `"${file}" "${value}";\n`).join(''),
    )
    await writeFile(join(folder, connectionsFile), `"~\\.html$" '${connections}';\n`)
  })

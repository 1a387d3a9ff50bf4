import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionsFile, noOrigin, partOfPage, worker } from '../server/web/policies.ts'
import { pagePolicy } from '../src/spec/pages.ts'
import { afterBuild } from './after-build.ts'

/** No host serves a file whose name begins with a dot. */
const policiesFile = '.policies.conf'

/**
 * The policies of the pages as nginx reads them (deploy/nginx.conf): they name the hashes of what stands in the pages, so
 * they belong to one build and lie beside it.
 */
export const hostPolicies = (connections: string) =>
  afterBuild('host-policies', async folder => {
    const policy = async (page: string) => pagePolicy(await readFile(join(folder, page), 'utf8')) ?? ''
    const pages = (await readdir(folder)).filter(name => name.endsWith('.html')).sort()
    const neutral = await policy('index.html')
    const rows = [
      ['default', neutral],
      ...(await Promise.all(pages.map(async page => [`/${page}`, await policy(page)]))),
      [`~${worker.source}`, neutral],
      [`~${partOfPage.source}`, noOrigin],
    ]
    await writeFile(join(folder, policiesFile), rows.map(([file, value]) => `"${file}" "${value}";\n`).join(''))
    await writeFile(join(folder, connectionsFile), `"~\\.html$" '${connections}';\n`)
  })

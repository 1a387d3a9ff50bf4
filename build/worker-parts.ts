import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterBuild } from './after-build.ts'

const manifest = 'self.__WB_MANIFEST'
const list = /\[\{"integrity":[^\]]*\]/

/**
 * sw.js contains only the list of the build's files, which each update changes, and imports the
 * code, which few updates change: a phone then downloads the list alone. The import is as safe from
 * scripts in a page as the list is.
 */
export const workerParts = () =>
  afterBuild('worker-parts', async folder => {
    const path = join(folder, 'sw.js')
    const whole = await readFile(path, 'utf8')
    const [files] = list.exec(whole) ?? []
    if (!files)
      throw new Error(
        'sw.js has no list of files as Workbox writes it: look at build/worker-parts.ts again.',
      )
    const code = whole.replace(list, manifest)
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
    const address = `/assets/worker-${hash}.js`
    await writeFile(join(folder, address), code)
    await writeFile(path, `${manifest}=${files};${bring(address)}`)
  })

/**
 * Under the content policy of index.html, Trusted Types accept only a URL made by a policy of that
 * name.
 */
const bring = (address: string) =>
  `importScripts(self.trustedTypes?.createPolicy('portail',{createScriptURL:url=>url}).createScriptURL('${address}')??'${address}')\n`

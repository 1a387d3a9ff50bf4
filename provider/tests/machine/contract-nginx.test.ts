import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../tests/free-port.ts'
import { type Folders, makeFolders } from '../setup/campus.ts'
import { type Child, endCleanly, serveChild } from '../setup/child.ts'
import { complete, contract, linesThat } from '../setup/contract.ts'
import { type Nginx, startNginx } from '../setup/nginx.ts'
import { students } from '../setup/visitor.ts'

describe('behind the nginx of the deploy kit', () => {
  let server: Child
  let nginx: Nginx
  let phone: Server
  let own: Folders
  const said = () => [...server.output().out.matchAll(/votre code est (\d{4})/g)].at(-1)?.[1] ?? ''

  beforeAll(async () => {
    own = await makeFolders()
    await writeFile(join(own.distDir, 'home.html'), '<!doctype html><title>Portail</title>')
    await writeFile(join(own.distDir, '.policies.conf'), '')
    const port = String(await freePort())
    nginx = await startNginx({ processes: [`http://127.0.0.1:${port}`], dist: own.distDir })
    const production = { PORT: port, HOST: '127.0.0.1', TRUST_PROXY: '1', PUBLIC_ORIGIN: nginx.address }
    server = await serveChild({ ...own.env, ...production, SAMPLE_DATA: 'yes', SHOW_CODES: 'yes' })
    // Whoever stands behind a proxy is shown no messages: what the process says is passed on.
    phone = createServer((_, answer) => answer.end(said()))
    await new Promise<void>(ready => phone.listen(0, '127.0.0.1', ready))
  }, 120_000)
  afterAll(async () => {
    phone.close()
    await nginx.stop()
    await endCleanly(server)
    await own.remove()
  })

  test('the contract is kept as well', async () => {
    const path = join(own.folder, 'student.json')
    const code = { url: `http://127.0.0.1:${(phone.address() as AddressInfo).port}` }
    await writeFile(path, JSON.stringify({ ...complete(students.aminata, '76000001'), code }))
    const { code: ended, out } = await contract(nginx.address, '--student', path)
    const differing = ['BREAKS', 'borne', 'advice'].flatMap(word => linesThat(word, out))
    expect([ended, differing]).toEqual([0, []])
    expect(out).toContain('holds    the link opens a whole PDF')
  })
})

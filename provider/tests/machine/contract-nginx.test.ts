import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../../tests/free-port.ts'
import { afterwards, oneChild } from '../setup/campus.ts'
import { complete, contract, linesThat } from '../setup/contract.ts'
import { oneNginx } from '../setup/nginx.ts'
import { students } from '../setup/visitor.ts'

test('behind the nginx of the deploy kit the contract is kept as well', async () => {
  const PORT = String(await freePort())
  const nginx = await oneNginx([`http://127.0.0.1:${PORT}`])
  const production = { PORT, HOST: '127.0.0.1', TRUST_PROXY: '1', PUBLIC_ORIGIN: nginx.address }
  const { child, folders } = await oneChild(production)
  // Behind a proxy no messages are shown: what the process says is passed on.
  const said = () => [...child.output().out.matchAll(/votre code est (\d{4})/g)].at(-1)?.[1] ?? ''
  const phone = createServer((_, answer) => answer.end(said()))
  await new Promise<void>(ready => phone.listen(0, '127.0.0.1', ready))
  afterwards(() => phone.close())
  const path = join(folders.folder, 'student.json')
  const code = { url: `http://127.0.0.1:${(phone.address() as AddressInfo).port}` }
  await writeFile(path, JSON.stringify({ ...complete(students.aminata, '76000001'), code }))
  const { code: ended, out } = await contract(nginx.address, '--student', path)
  const differing = ['BREAKS', 'borne', 'advice'].flatMap(word => linesThat(word, out))
  expect([ended, differing]).toEqual([0, []])
  expect(out).toContain('holds    the link opens a whole PDF')
}, 240_000)
